import type { Pool, PoolClient } from './pool.js';
import { inTransaction } from './transaction.js';

/** What erasing an account has deleted, and what it cannot: counts only. */
export interface Erasure {
  /** Payloads of processes that were deleted. */
  readonly payloads: number;
  /** Inputs of post-import tasks that were deleted. */
  readonly taskInputs: number;
  /** Processes and tasks that have not ended: they still need what they hold. */
  readonly unfinished: number;
  /** Events of the log about the account, by type. */
  readonly events: readonly { readonly type: string; readonly count: number }[];
  /** Events set aside by projections. */
  readonly parked: number;
  /** Events kept for webhooks. */
  readonly deliveries: number;
}

/** Processes that became the account, or asked to; the second walks all payloads that are still kept. */
const PROCESSES = `
  SELECT organisation, resource_type, external_identifier FROM importer.account_numbers WHERE account_number = $1
  UNION
  SELECT organisation, resource_type, external_identifier FROM intake.import_processes
  WHERE payload -> 'account' ->> 'number' = $1 OR account_number = $1`;

const PAYLOADS = `UPDATE intake.import_processes SET payload = NULL
  WHERE (organisation, resource_type, external_identifier) IN (${PROCESSES})
    AND state <> 'waiting' AND payload IS NOT NULL`;

const TASKS = `UPDATE importer.post_import_tasks SET input = '{}'
  WHERE account_number = $1 AND state <> 'pending' AND input <> '{}'`;

const UNFINISHED = `SELECT
    (SELECT count(*) FROM intake.import_processes WHERE state = 'waiting'
       AND (organisation, resource_type, external_identifier) IN (${PROCESSES}))
  + (SELECT count(*) FROM importer.post_import_tasks WHERE account_number = $1 AND state = 'pending') AS count`;

// So many take well below the time that a query may.
const RANGE_EVENTS = 250_000;
const EVENTS = `SELECT type, count(*) AS count FROM journal.events
  WHERE partition = $1 AND sequence > $2 AND sequence <= $3 AND (key = $4 OR subject = 'account/' || $4) GROUP BY type`;

/**
 * Deletes what is kept of an account besides the log, and counts what the log keeps. It walks the whole journal, so it
 * takes as long as reading that does.
 *
 * @param dryRun counts what it would delete, and deletes nothing
 */
export async function eraseAccount(pool: Pool, accountNumber: string, dryRun: boolean): Promise<Erasure> {
  const deleted = await inTransaction(pool, async (client) => {
    const unfinished = await counted(client, UNFINISHED, accountNumber);
    const payloads = await client.query(PAYLOADS, [accountNumber]);
    const taskInputs = await client.query(TASKS, [accountNumber]);
    if (dryRun) await client.query('ROLLBACK');
    return { unfinished, payloads: payloads.rowCount ?? 0, taskInputs: taskInputs.rowCount ?? 0 };
  });
  const parked = 'SELECT count(*) FROM projector.parked_events WHERE key = $1';
  const deliveries = 'SELECT count(*) FROM router.deliveries WHERE key = $1';
  return {
    ...deleted,
    events: await eventsAbout(pool, accountNumber),
    parked: await counted(pool, parked, accountNumber),
    deliveries: await counted(pool, deliveries, accountNumber),
  };
}

async function eventsAbout(pool: Pool, accountNumber: string): Promise<Erasure['events']> {
  const { rows: partitions } = await pool.query<{ partition: number; last_sequence: number }>(
    'SELECT partition, last_sequence FROM journal.partitions',
  );
  const counts = new Map<string, number>();
  for (const { partition, last_sequence } of partitions) {
    for (let from = 0; from < last_sequence; from += RANGE_EVENTS) {
      const { rows } = await pool.query<{ type: string; count: number }>(EVENTS, [
        partition,
        from,
        from + RANGE_EVENTS,
        accountNumber,
      ]);
      for (const { type, count } of rows) counts.set(type, (counts.get(type) ?? 0) + count);
    }
  }
  return [...counts].sort().map(([type, count]) => ({ type, count }));
}

async function counted(on: Pool | PoolClient, text: string, accountNumber: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>(text, [accountNumber]);
  return rows[0]?.count ?? 0;
}
