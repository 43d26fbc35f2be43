import type { FieldError } from '../../errors.js';
import type { ImportProcess, ProcessKey, ProcessState } from '../../intake/index.js';
import type { Pool } from './pool.js';
import { inSnapshot } from './reading.js';

interface Row {
  import_supplier: string;
  supplier_revision: number | null;
  state: ProcessState;
  attempt: number;
  accepted_at: Date;
  finished_at: Date | null;
  account_number: string | null;
  error_code: string | null;
  error_detail: string | null;
  errors: FieldError[] | null;
}

const FIND = {
  name: 'intake-find-process',
  text: `SELECT import_supplier, supplier_revision, state, attempt, accepted_at, finished_at, account_number, error_code, error_detail,
           errors
         FROM intake.import_processes
         WHERE organisation = $1 AND resource_type = $2 AND external_identifier = $3`,
};

export async function findProcess(pool: Pool, key: ProcessKey): Promise<ImportProcess | undefined> {
  const { rows } = await inSnapshot(pool, key.organisation, (client) =>
    client.query<Row>({ ...FIND, values: [key.organisation, key.resourceType, key.externalIdentifier] }),
  );
  const [row] = rows;
  if (!row) return undefined;
  const { error_code: code, error_detail: detail } = row;
  return {
    externalIdentifier: key.externalIdentifier,
    importSupplier: row.import_supplier,
    supplierRevision: row.supplier_revision,
    state: row.state,
    attempt: row.attempt,
    acceptedAt: row.accepted_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    accountNumber: row.account_number,
    error: code === null ? null : { code, detail: detail ?? '', errors: row.errors ?? [] },
  };
}
