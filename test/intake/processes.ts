import { expect } from 'vitest';
import { goodAccounts, type Json, type JsonObject } from '../support/accounts.js';
import { fullJoinOrder } from '../support/orders.js';
import { eventsOf, type House } from './house.js';

export const ACCOUNTS = '/v1/data-import/accounts/';

let next = 0;
/** A valid account under an identifier not used before. */
export function account(changes: JsonObject = {}): JsonObject {
  const [good = {}] = goodAccounts(1, { seed: ++next, prefix: `test-${next}-` });
  return { ...good, ...changes };
}

export const ORDERS = '/v1/data-import/orders/';

/** A valid order under an identifier not used before. */
export function order(changes: JsonObject = {}): JsonObject {
  return { ...fullJoinOrder(), external_order_id: `order-${++next}`, ...changes };
}

export async function acceptedEvents(house: House, identifier: Json | undefined) {
  const events = await eventsOf(house, 'import.accepted');
  return events.filter(({ data }) => data['external_identifier'] === identifier);
}

export async function refusedEvents(house: House, identifier: Json | undefined) {
  const events = await eventsOf(house, 'import.refused');
  return events.filter(({ data }) => data['external_identifier'] === identifier);
}

/** What the importer does to a process, in short. */
export async function finish(
  house: House,
  identifier: Json | undefined,
  state: 'complete' | 'error' | 'cancelled',
) {
  const { rowCount } = await house.pool.query(
    `UPDATE intake.import_processes SET state = $2, finished_at = now(),
       account_number = CASE WHEN $2 = 'complete' THEN 'A-1' END,
       error_code = CASE WHEN $2 = 'error' THEN 'account_number_unavailable' END,
       error_detail = CASE WHEN $2 = 'error' THEN 'Taken.' END,
       errors = CASE WHEN $2 = 'error' THEN '[{"detail":"Taken.","code":"account_number_unavailable","attr":"account.number"}]'::jsonb END
     WHERE organisation = 'acme' AND external_identifier = $1 AND state = 'waiting'`,
    [identifier, state],
  );
  expect(rowCount).toBe(1);
}

export async function setStatus(house: House, status: string) {
  const path = '/v1/operator/organisations/acme/import-suppliers/old-energy/';
  expect((await house.operator.patch(path, { status })).status).toBe(200);
}
