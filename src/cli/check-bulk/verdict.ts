import type { Pool } from '../../adapters/postgres/pool.js';
import { type Accounts, accountsOf } from './send.js';

export interface Stored {
  /** Acceptances beyond the first of an account: in the table of processes, and in the journal. */
  readonly duplicates: number;
  /** Accounts that should have been accepted, and of which there is no process or no event. */
  readonly missing: number;
}

const LOOK_UP = 5_000;

/** Counts by plain SQL what is stored of the accounts. */
export async function countStored(pool: Pool, accounts: Accounts): Promise<Stored> {
  const { rows } = await pool.query<{ duplicates: number }>(
    `SELECT (SELECT coalesce(sum(attempt - 1), 0) FROM intake.import_processes WHERE import_supplier = $1)
       + (SELECT count(*) - count(DISTINCT key) FROM journal.events
          WHERE type = 'import.accepted' AND import_supplier = $1) AS duplicates`,
    [accounts.importSupplier],
  );
  let missing = 0;
  let wanted: string[] = [];
  const lookUp = async () => {
    const { rows } = await pool.query<{ stored: number }>(
      `SELECT count(*) AS stored FROM intake.import_processes p
       WHERE p.import_supplier = $1 AND p.external_identifier = ANY ($2)
         AND EXISTS (SELECT FROM journal.events e WHERE e.id = p.accepted_event_id AND e.type = 'import.accepted')`,
      [accounts.importSupplier, wanted],
    );
    missing += wanted.length - (rows[0]?.stored ?? 0);
    wanted = [];
  };
  // The journal is read by position only; for this one count it gets an index.
  await pool.query('CREATE INDEX IF NOT EXISTS check_bulk_ids ON journal.events (id)');
  for (const { fate, payload } of accountsOf(accounts)) {
    if (fate !== 'good') continue;
    wanted.push(String(payload['external_identifier']));
    if (wanted.length === LOOK_UP) await lookUp();
  }
  await lookUp();
  return { duplicates: Number(rows[0]?.duplicates ?? 0), missing };
}
