import { createImporterStore } from '../../src/adapters/postgres/importer.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import type { AccountPayload, ImporterStore, Mailer, ObjectStore } from '../../src/importer/index.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { bothMpids } from './support.js';

export interface ImporterFixture {
  readonly database: TestDatabase;
  readonly pool: Pool;
  readonly journal: JournalWriter;
  readonly catalogue: Catalogue;
  readonly store: ImporterStore;
}

/** A database with one organisation, `org`, and one import supplier, `cohort`. */
export async function openFixture(): Promise<ImporterFixture> {
  const [database, catalogue] = await Promise.all([createTestDatabase(), loadCatalogue()]);
  const { pool } = database;
  const journal = await openJournal(pool, 4);
  await pool.query(`INSERT INTO intake.organisations (organisation, name) VALUES ('org', 'Org')`);
  await pool.query(
    `INSERT INTO intake.import_suppliers (organisation, import_supplier, status, root_location, supplier_mpids)
     VALUES ('org', 'cohort', 'ongoing', '/cohort', $1)`,
    [bothMpids],
  );
  return { database, pool, journal, catalogue, store: createImporterStore(pool, journal) };
}

export async function emptyTables(pool: Pool): Promise<void> {
  await pool.query(
    'TRUNCATE intake.import_processes, importer.account_numbers, importer.post_import_tasks, journal.events',
  );
  await pool.query('UPDATE journal.partitions SET last_sequence = 0');
}

/** Accepts imports as intake does, oldest first, named by their keys. */
export async function accept(pool: Pool, imports: Readonly<Record<string, AccountPayload>>): Promise<void> {
  await pool.query(
    `INSERT INTO intake.import_processes
       (organisation, resource_type, external_identifier, import_supplier, payload, payload_sha256,
        accepted_event_id, correlation_id, expiry_window_end)
     SELECT 'org', 'account', name, 'cohort', payload::jsonb, '', 'accepted-' || name, 'request-' || name,
       now() + interval '720 hours'
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS given (name, payload, position) ORDER BY position`,
    [Object.keys(imports), Object.values(imports).map((payload) => JSON.stringify(payload))],
  );
}

/** Accepts a process that failed again, as its next attempt. */
export async function acceptAgain(pool: Pool, name: string, payload: AccountPayload): Promise<void> {
  const { rowCount } = await pool.query(
    `UPDATE intake.import_processes
     SET state = 'waiting', attempt = attempt + 1, finished_at = NULL, error_code = NULL, error_detail = NULL,
       errors = NULL, payload = $2
     WHERE external_identifier = $1 AND state = 'error'`,
    [name, payload],
  );
  if (rowCount !== 1) throw new Error(`${name} had not failed`);
}

export interface ProcessRow {
  external_identifier: string;
  state: string;
  attempt: number;
  account_number: string | null;
  error_code: string | null;
  errors: { code: string; attr: string; detail: string }[] | null;
}

export async function processes(pool: Pool): Promise<ProcessRow[]> {
  const { rows } = await pool.query<ProcessRow>(
    `SELECT external_identifier, state, attempt, account_number, error_code, errors
     FROM intake.import_processes ORDER BY accepted_order`,
  );
  return rows;
}

export interface Told {
  type: string;
  key: string;
  data: Readonly<Record<string, unknown>>;
  id: string;
  causation_id: string;
  correlation_id: string;
}

/** Every event in the journal, decoded, in order within its partition. */
export async function journaled({ pool, catalogue }: ImporterFixture): Promise<Told[]> {
  const { rows } = await pool.query<Omit<Told, 'data'> & { version: string; payload: Buffer }>(
    'SELECT * FROM journal.events ORDER BY partition, sequence',
  );
  return rows.map((row) => ({ ...row, data: catalogue.decode(row.type, row.version, row.payload) }));
}

/** Resolves once nothing waits and no task is pending. */
export async function settled(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ busy: boolean }>(
      `SELECT EXISTS (SELECT FROM intake.import_processes WHERE state = 'waiting')
         OR EXISTS (SELECT FROM importer.post_import_tasks WHERE state = 'pending') AS busy`,
    );
    if (!rows[0]?.busy) return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

export const everythingSent: Mailer = { send: async () => 'sent' };
export const everythingExists: ObjectStore = { exists: async () => true };
export const noHints = { subscribe: () => () => {} };
