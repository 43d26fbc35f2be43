import type { PoolClient } from 'pg';
import type { ClaimedTask, FinishedTask, TaskKind, TaskRetry } from '../../importer/index.js';
import type { JournalWriter } from './journal.js';
import type { Pool } from './pool.js';

interface TaskRow<Kind extends TaskKind> {
  task_id: number;
  organisation: string;
  resource_type: string;
  external_identifier: string;
  import_supplier: string;
  account_number: string;
  input: ClaimedTask<Kind>['input'];
  tries: number;
  causation_id: string;
  correlation_id: string;
  traceparent: string | null;
  root_location: string;
}

const CLAIM = {
  name: 'importer-claim-tasks',
  text: `WITH due AS MATERIALIZED (
           SELECT task_id FROM importer.post_import_tasks
           WHERE state = 'pending' AND task = $1 AND next_try_at <= now()
           ORDER BY next_try_at LIMIT $2 FOR UPDATE SKIP LOCKED
         )
         UPDATE importer.post_import_tasks task
         SET tries = task.tries + 1, next_try_at = clock_timestamp() + $3 * interval '1 millisecond'
         FROM due, intake.import_suppliers supplier
         WHERE task.task_id = due.task_id AND supplier.organisation = task.organisation
           AND supplier.import_supplier = task.import_supplier
         RETURNING task.task_id, task.organisation, task.resource_type, task.external_identifier,
           task.import_supplier, task.account_number, task.input, task.tries, task.causation_id,
           task.correlation_id, task.traceparent, supplier.root_location`,
};

export async function claimTasks<Kind extends TaskKind>(
  pool: Pool,
  task: Kind,
  limit: number,
  leaseMs: number,
): Promise<ClaimedTask<Kind>[]> {
  const { rows } = await pool.query<TaskRow<Kind>>({ ...CLAIM, values: [task, limit, leaseMs] });
  return rows.map((row) => ({
    task,
    taskId: row.task_id,
    organisation: row.organisation,
    resourceType: row.resource_type,
    externalIdentifier: row.external_identifier,
    importSupplier: row.import_supplier,
    accountNumber: row.account_number,
    input: row.input,
    tries: row.tries,
    causationId: row.causation_id,
    correlationId: row.correlation_id,
    traceparent: row.traceparent,
    rootLocation: row.root_location,
  }));
}

const FINISH = {
  name: 'importer-finish-tasks',
  text: `UPDATE importer.post_import_tasks task
         SET state = f.state, error_code = f.error_code, error_detail = f.error_detail,
           finished_at = clock_timestamp(),
           -- Addresses are needed no longer.
           input = CASE WHEN task.task = 'customer_email' THEN '{}' ELSE task.input END
         FROM unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[])
           AS f (task_id, tries, state, error_code, error_detail)
         WHERE task.task_id = f.task_id AND task.tries = f.tries AND task.state = 'pending'
         RETURNING task.task_id`,
};

/** Ends the tasks that are still this claim's; the events of others are dropped, for another tells them. */
export async function finishTasks(
  client: PoolClient,
  journal: JournalWriter,
  finished: readonly FinishedTask[],
): Promise<number> {
  const { rows } = await client.query<{ task_id: number }>({
    ...FINISH,
    values: [
      finished.map((one) => one.claimed.taskId),
      finished.map((one) => one.claimed.tries),
      finished.map((one) => one.result.state),
      finished.map(({ result }) => (result.state === 'error' ? result.code : null)),
      finished.map(({ result }) => (result.state === 'error' ? result.detail : null)),
    ],
  });
  const ended = new Set(rows.map((row) => row.task_id));
  await journal.commitWith(
    client,
    finished.filter((one) => ended.has(one.claimed.taskId)).flatMap((one) => one.events),
  );
  return ended.size;
}

export async function retryTasks(pool: Pool, retries: readonly TaskRetry[]): Promise<void> {
  await pool.query({
    name: 'importer-retry-tasks',
    text: `UPDATE importer.post_import_tasks task
           SET next_try_at = clock_timestamp() + r.wait_ms * interval '1 millisecond',
             tries = CASE WHEN r.tried THEN task.tries ELSE task.tries - 1 END,
             input = coalesce(r.remaining::jsonb, task.input)
           FROM unnest($1::bigint[], $2::int[], $3::float8[], $4::bool[], $5::text[])
             AS r (task_id, tries, wait_ms, tried, remaining)
           WHERE task.task_id = r.task_id AND task.tries = r.tries AND task.state = 'pending'`,
    values: [
      retries.map((one) => one.claimed.taskId),
      retries.map((one) => one.claimed.tries),
      retries.map((one) => one.waitMs),
      retries.map((one) => one.tried),
      retries.map(({ remaining }) => (remaining ? JSON.stringify(remaining) : null)),
    ],
  });
}
