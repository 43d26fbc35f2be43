import type { PoolClient } from 'pg';
import type { ClaimedOrder, OrderBatch, OrderPayload, PostponedOrder } from '../../importer/index.js';
import { storeOutcomes } from './importer-outcomes.js';
import { expectRows } from './importer-rows.js';
import type { JournalWriter } from './journal.js';

interface ClaimedRow {
  organisation: string;
  resource_type: string;
  external_identifier: string;
  import_supplier: string;
  attempt: number;
  payload: OrderPayload;
  accepted_event_id: string;
  correlation_id: string;
  traceparent: string | null;
  accepted_at: Date;
  expiry_window_end: Date;
}

const CLAIM = {
  name: 'importer-claim-orders',
  text: `SELECT organisation, resource_type, external_identifier, import_supplier, attempt, payload,
           accepted_event_id, correlation_id, traceparent, accepted_at, expiry_window_end
         FROM intake.import_processes
         WHERE state = 'waiting' AND resource_type = 'order' AND next_look_at <= to_timestamp($2::float8 / 1000)
         ORDER BY next_look_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
};

// An account number is an account of its organisation only: of another's, nothing is told.
const ACCOUNTS = {
  name: 'importer-accounts-of-orders',
  text: `SELECT coalesce(imported.account_number, numbered.account_number) AS account_number
         FROM intake.import_processes o
         JOIN unnest($1::text[], $2::text[]) WITH ORDINALITY AS claimed (organisation, external_identifier, place)
           ON o.organisation = claimed.organisation AND o.resource_type = 'order'
           AND o.external_identifier = claimed.external_identifier
         LEFT JOIN intake.import_processes imported
           ON imported.organisation = o.organisation AND imported.resource_type = 'account'
           AND imported.external_identifier = o.payload -> 'account' ->> 'external_identifier'
           AND imported.state = 'complete'
         LEFT JOIN importer.account_numbers numbered
           ON numbered.account_number = o.payload -> 'account' ->> 'number'
           AND numbered.organisation = o.organisation
         ORDER BY claimed.place`,
};

/**
 * Claims orders in `client`'s transaction. Their accounts are looked for in a second statement, which sees what was
 * committed while the first one ran: an import that completes afterwards waits for this claim, and makes the order due.
 *
 * @param now Unix milliseconds
 */
export async function createOrderBatch(
  client: PoolClient,
  journal: JournalWriter,
  limit: number,
  now: number,
): Promise<OrderBatch> {
  const { rows } = await client.query<ClaimedRow>({ ...CLAIM, values: [limit, now] });
  const numbers = rows.length === 0 ? [] : await accountNumbers(client, rows);
  return {
    orders: rows.map((row, place) => claimedOrder(row, numbers[place] ?? null)),

    async drawProcessIds(count) {
      if (count === 0) return [];
      const drawn = await client.query<{ id: number }>(
        `SELECT nextval('importer.lifecycle_process_id') AS id FROM generate_series(1, $1::int)`,
        [count],
      );
      return drawn.rows.map(({ id }) => id);
    },

    async finish(finished, postponed) {
      await postpone(client, postponed);
      await storeOutcomes(client, finished);
      await journal.commitWith(
        client,
        finished.flatMap((one) => one.events),
      );
    },
  };
}

async function accountNumbers(
  client: PoolClient,
  claimed: readonly ClaimedRow[],
): Promise<(string | null)[]> {
  const { rows } = await client.query<{ account_number: string | null }>({
    ...ACCOUNTS,
    values: [claimed.map((row) => row.organisation), claimed.map((row) => row.external_identifier)],
  });
  if (rows.length !== claimed.length)
    throw new Error(`${rows.length} of ${claimed.length} orders were found`);
  return rows.map((row) => row.account_number);
}

function claimedOrder(row: ClaimedRow, accountNumber: string | null): ClaimedOrder {
  return {
    organisation: row.organisation,
    resourceType: row.resource_type,
    externalIdentifier: row.external_identifier,
    importSupplier: row.import_supplier,
    attempt: row.attempt,
    payload: row.payload,
    causationId: row.accepted_event_id,
    correlationId: row.correlation_id,
    traceparent: row.traceparent,
    acceptedAt: row.accepted_at.toISOString(),
    expiryWindowEnd: row.expiry_window_end.toISOString(),
    accountNumber,
  };
}

async function postpone(client: PoolClient, postponed: readonly PostponedOrder[]): Promise<void> {
  if (postponed.length === 0) return;
  const updated = await client.query({
    name: 'importer-postpone-orders',
    text: `UPDATE intake.import_processes process SET next_look_at = p.look_at
           FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS p (organisation, external_identifier, look_at)
           WHERE process.organisation = p.organisation AND process.resource_type = 'order'
             AND process.external_identifier = p.external_identifier AND process.state = 'waiting'`,
    values: [
      postponed.map(({ claimed }) => claimed.organisation),
      postponed.map(({ claimed }) => claimed.externalIdentifier),
      postponed.map(({ lookAt }) => lookAt),
    ],
  });
  expectRows(updated, postponed.length, 'orders postponed');
}
