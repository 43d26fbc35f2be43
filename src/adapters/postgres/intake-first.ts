import { DatabaseError } from 'pg';
import type { Position } from '../../event/index.js';
import type { FirstAttempts } from '../../intake/index.js';
import { attemptsJson } from './intake-attempts.js';
import type { JournalWriter } from './journal.js';
import { type AppendedRow, appending, appendParameters, toPosition } from './journal-append.js';
import type { Pool } from './pool.js';

const ACCEPT_FIRST = {
  name: 'intake-accept-first',
  text: `SELECT * FROM intake.accept_first($1::text[], $2::text[], $3::jsonb, ${appendParameters(4)})`,
};
const STORED_MEANWHILE = 'HRF04';

/** One statement, and so a transaction by itself. */
export async function acceptFirst(
  pool: Pool,
  { partitionCount }: JournalWriter,
  { suppliers, attempts, events }: FirstAttempts,
): Promise<Position[] | undefined> {
  const { values, partitions } = appending(events, partitionCount);
  const rows = await rowsOf(pool, [
    suppliers.map(({ organisation }) => organisation),
    suppliers.map(({ importSupplier }) => importSupplier),
    attemptsJson(attempts),
    ...values,
  ]);
  if (rows.length === 0) return undefined;
  const newest = new Map(rows.map((row) => [row.partition, toPosition(row)]));
  return partitions.map((partition) => {
    const position = newest.get(partition);
    if (!position) throw new Error(`nothing was appended to partition ${partition}`);
    return position;
  });
}

async function rowsOf(pool: Pool, values: unknown[]): Promise<AppendedRow[]> {
  try {
    const { rows } = await pool.query<AppendedRow>({ ...ACCEPT_FIRST, values });
    return rows;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === STORED_MEANWHILE) return [];
    throw error;
  }
}
