import type { PoolClient } from 'pg';
import type { ClaimedOrder, OrderBatch, OrderPayload, PostponedOrder } from '../../importer/index.js';
import { storeOutcomes } from './importer-outcomes.js';
import { type ClaimedProcessRow, claimedProcess, expectRows } from './importer-rows.js';
import type { JournalWriter } from './journal.js';

interface ClaimedRow extends ClaimedProcessRow<OrderPayload> {
  accepted_at: Date;
  wanted_identifier: string | null;
  wanted_number: string | null;
}

const CLAIM = {
  name: 'importer-claim-orders',
  text: `SELECT organisation, resource_type, external_identifier, import_supplier, attempt, payload,
           accepted_event_id, correlation_id, traceparent, accepted_at, expiry_window_end,
           payload -> 'account' ->> 'external_identifier' AS wanted_identifier,
           payload -> 'account' ->> 'number' AS wanted_number
         FROM intake.import_processes
         WHERE state = 'waiting' AND resource_type = 'order' AND next_look_at <= to_timestamp($2::float8 / 1000)
         ORDER BY next_look_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
};

// An account number is an account of its organisation only: of another's, nothing is told.
const ACCOUNTS = {
  name: 'importer-accounts-of-orders',
  text: `SELECT coalesce(
           (SELECT p.account_number FROM intake.import_processes p
            WHERE p.organisation = wanted.organisation AND p.resource_type = 'account'
              AND p.external_identifier = wanted.identifier AND p.state = 'complete'),
           (SELECT n.account_number FROM importer.account_numbers n
            WHERE n.account_number = wanted.number AND n.organisation = wanted.organisation)) AS account_number
         FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
           AS wanted (organisation, identifier, number, place)
         ORDER BY wanted.place`,
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
    values: [
      claimed.map((row) => row.organisation),
      claimed.map((row) => row.wanted_identifier),
      claimed.map((row) => row.wanted_number),
    ],
  });
  if (rows.length !== claimed.length)
    throw new Error(`${rows.length} of ${claimed.length} orders were found`);
  return rows.map((row) => row.account_number);
}

function claimedOrder(row: ClaimedRow, accountNumber: string | null): ClaimedOrder {
  return {
    ...claimedProcess(row),
    acceptedAt: row.accepted_at.toISOString(),
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
