import { DatabaseError, escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { AccessRole } from './access-roles.js';

/** Whose rows may be read: an organisation's, or, by `null`, an operator's: all. */
type Reader = string | null;

// Longer than any query here needs by its index, shorter than a client waits.
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Runs `read` in a transaction that sees one instant, cannot write, and is held by row-level security to what `reader`
 * may see: a query that forgets to ask for it gets no more. Where views were exchanged since the connection prepared its
 * queries, it is done once more on another one.
 */
export async function inSnapshot<T>(
  pool: Pool,
  reader: Reader,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  // Each connection with stale queries is met once.
  for (let tries = pool.options.max; tries > 0; tries--) {
    try {
      return await inOneSnapshot(pool, reader, read);
    } catch (error) {
      if (!hasStalePlan(error)) throw error;
    }
  }
  return inOneSnapshot(pool, reader, read);
}

/** PostgreSQL's "cached plan must not change result type": the columns of a view are others now. */
const hasStalePlan = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '0A000';

async function inOneSnapshot<T>(
  pool: Pool,
  reader: Reader,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Sent together, to save a round trip. What was read counts only where the limits on it were set.
    const [, value] = await Promise.all([client.query(begin(reader)), read(client)]);
    return value;
  } catch (error) {
    if (hasStalePlan(error)) broken = error;
    throw error;
  } finally {
    await client.query('ROLLBACK').catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  }
}

/** One text, so that nothing can be read where part of it failed. All of it ends with the transaction. */
function begin(reader: Reader): string {
  const role: AccessRole = reader === null ? 'headrace_operator' : 'headrace_organisation';
  return [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `SET LOCAL headrace.organisation = ${escapeLiteral(reader ?? '')}`,
    `SET LOCAL ROLE ${role}`,
  ].join('; ');
}
