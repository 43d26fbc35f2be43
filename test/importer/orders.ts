import type { Pool } from '../../src/adapters/postgres/pool.js';
import type { ClaimedOrder, OrderPayload } from '../../src/importer/index.js';

/** An order as stored; the account it is for is not read from here by the room itself. */
export type StoredOrder = OrderPayload & {
  readonly account: { readonly external_identifier: string } | { readonly number: string };
};

export const joinOrder: StoredOrder = {
  type: 'join_supplier',
  subtype: 'CHANGE_OF_SUPPLY',
  account: { external_identifier: 'ext' },
  supply_points: [
    { market_name: 'electricity', external_identifier: '2000000000006', supply_start_date: '2026-12-01' },
  ],
};

export const leaveOrder: StoredOrder = {
  type: 'leave_supplier',
  subtype: 'CHANGE_OF_TENANCY',
  account: { number: 'A-1' },
  supply_points: [{ market_name: 'gas', external_identifier: '7412589630' }],
  supply_end_date: '2027-04-01',
};

export function claimedOrder(more: Partial<ClaimedOrder> = {}): ClaimedOrder {
  return {
    organisation: 'org',
    resourceType: 'order',
    externalIdentifier: 'order-1',
    importSupplier: 'cohort',
    attempt: 1,
    payload: joinOrder,
    causationId: 'accepted-1',
    correlationId: 'request-1',
    traceparent: null,
    acceptedAt: '2026-11-21T10:00:00.000Z',
    expiryWindowEnd: '2026-12-21T10:00:00.000Z',
    accountNumber: 'A-1',
    ...more,
  };
}

/** Accepts orders as intake does, named by their keys. */
export async function acceptOrders(
  pool: Pool,
  orders: Readonly<Record<string, StoredOrder>>,
  organisation = 'org',
): Promise<void> {
  await pool.query(
    `INSERT INTO intake.import_processes
       (organisation, resource_type, external_identifier, import_supplier, payload, payload_sha256,
        accepted_event_id, correlation_id, expiry_window_end)
     SELECT $3, 'order', name, 'cohort', payload::jsonb, '', 'accepted-' || name, 'request-' || name,
       now() + interval '720 hours'
     FROM unnest($1::text[], $2::text[]) AS given (name, payload)`,
    [Object.keys(orders), Object.values(orders).map((order) => JSON.stringify(order)), organisation],
  );
}

export interface OrderRow {
  state: string;
  account_number: string | null;
  process_number: string | null;
  cancelled_because: string | null;
  error_code: string | null;
  waitMs: number;
}

export async function orderOf(pool: Pool, name: string): Promise<OrderRow> {
  const { rows } = await pool.query<OrderRow>(
    `SELECT state, account_number, process_number, cancelled_because, error_code,
       (extract(epoch FROM next_look_at - clock_timestamp()) * 1000)::float8 AS "waitMs"
     FROM intake.import_processes WHERE resource_type = 'order' AND external_identifier = $1`,
    [name],
  );
  const [row] = rows;
  if (!row) throw new Error(`no order ${name}`);
  return row;
}
