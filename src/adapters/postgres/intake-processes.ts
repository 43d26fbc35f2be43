import type { FieldError } from '../../errors.js';
import type { AttemptStatus, ImportProcess, ProcessKey, TaskStatus } from '../../intake/index.js';
import type { Pool } from './pool.js';
import { inSnapshot } from './reading.js';

interface AttemptRow {
  attempt: number;
  import_supplier: string;
  supplier_revision: number | null;
  state: AttemptStatus['state'];
  accepted_at: Date | string;
  finished_at: Date | string | null;
  expiry_window_end: Date | string;
  cancelled_because: AttemptStatus['cancelledBecause'];
  error_code: string | null;
  error_detail: string | null;
  errors: FieldError[] | null;
}

interface TaskRow {
  task: string;
  state: TaskStatus['state'];
  tries: number;
  created_at: string;
  finished_at: string | null;
  error_code: string | null;
  error_detail: string | null;
}

interface Row extends AttemptRow {
  account_number: string | null;
  process_number: string | null;
  past_attempts: AttemptRow[];
  tasks: TaskRow[];
}

/** Of more attempts than this, an answer shows the newest. */
const PAST_ATTEMPTS_MAX = 100;

const FIND = {
  name: 'intake-find-process',
  // One statement, so that all of it is of one moment.
  text: `SELECT p.import_supplier, p.supplier_revision, p.state, p.attempt, p.accepted_at, p.finished_at, p.expiry_window_end,
           p.cancelled_because, p.account_number, p.process_number, p.error_code, p.error_detail, p.errors,
           ARRAY(SELECT to_jsonb(past) FROM (
             SELECT attempt, import_supplier, supplier_revision, state, accepted_at, finished_at, expiry_window_end, cancelled_because,
               error_code, error_detail, errors
             FROM intake.past_attempts
             WHERE (organisation, resource_type, external_identifier)
                 = (p.organisation, p.resource_type, p.external_identifier)
             ORDER BY attempt DESC LIMIT ${PAST_ATTEMPTS_MAX}) past ORDER BY past.attempt) AS past_attempts,
           ARRAY(SELECT to_jsonb(t) FROM (
             SELECT task, state, tries, created_at, finished_at, error_code, error_detail
             FROM importer.post_import_tasks
             WHERE (organisation, resource_type, external_identifier)
                 = (p.organisation, p.resource_type, p.external_identifier)) t ORDER BY t.task) AS tasks
         FROM intake.import_processes p
         WHERE p.organisation = $1 AND p.resource_type = $2 AND p.external_identifier = $3`,
};

export async function findProcess(pool: Pool, key: ProcessKey): Promise<ImportProcess | undefined> {
  const { rows } = await inSnapshot(pool, key.organisation, (client) =>
    client.query<Row>({ ...FIND, values: [key.organisation, key.resourceType, key.externalIdentifier] }),
  );
  const [row] = rows;
  if (!row) return undefined;
  return {
    ...attemptStatus(row),
    externalIdentifier: key.externalIdentifier,
    accountNumber: row.account_number,
    processNumber: row.process_number,
    pastAttempts: row.past_attempts.map(attemptStatus),
    tasks: row.tasks.map(taskStatus),
  };
}

function attemptStatus(row: AttemptRow): AttemptStatus {
  const { error_code: code, error_detail: detail } = row;
  return {
    attempt: row.attempt,
    importSupplier: row.import_supplier,
    supplierRevision: row.supplier_revision,
    state: row.state,
    acceptedAt: iso(row.accepted_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
    expiryWindowEnd: iso(row.expiry_window_end),
    cancelledBecause: row.cancelled_because,
    error: code === null ? null : { code, detail: detail ?? '', errors: row.errors ?? [] },
  };
}

function taskStatus({ task, state, tries, ...row }: TaskRow): TaskStatus {
  const { error_code: code, error_detail: detail } = row;
  return {
    task,
    state,
    tries,
    plannedAt: iso(row.created_at),
    finishedAt: row.finished_at === null ? null : iso(row.finished_at),
    error: code === null ? null : { code, detail: detail ?? '' },
  };
}

/** Inside JSON a time comes as text with another precision. */
function iso(time: Date | string): string {
  return new Date(time).toISOString();
}
