import { DatabaseError, escapeLiteral, type Pool, type PoolClient } from 'pg';
import type { AccessRole } from './access-roles.js';

/** Whose rows may be read: an organisation's, or, by `null`, an operator's: all. */
export type Reader = string | null;

// Longer than any query here needs by its index, shorter than a client waits.
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Runs `read` in a transaction that sees one instant, cannot write, and is held by row-level security to what `reader`
 * may see: a query that forgets to ask for it gets no more. Where views were exchanged since the connection prepared its
 * queries, it is done once more on another one.
 *
 * @param about the organisation that an operator asks about: `access.organisation()`
 */
export async function inSnapshot<T>(
  pool: Pool,
  reader: Reader,
  read: (client: PoolClient) => Promise<T>,
  about: Reader = reader,
): Promise<T> {
  // Each connection with stale queries is met once.
  for (let tries = pool.options.max; tries > 0; tries--) {
    try {
      return await inOneSnapshot(pool, reader, about, read);
    } catch (error) {
      if (!hasStalePlan(error)) throw error;
    }
  }
  return inOneSnapshot(pool, reader, about, read);
}

/**
 * The same for as long as it is wanted: `client` reads one instant until `end` is called, which must not be forgotten.
 */
export async function openSnapshot(
  pool: Pool,
  reader: Reader,
): Promise<{ readonly client: PoolClient; end(): Promise<void> }> {
  const client = await pool.connect();
  try {
    await client.query(begin(reader));
  } catch (error) {
    await endSnapshot(client);
    throw error;
  }
  return { client, end: () => endSnapshot(client) };
}

async function endSnapshot(client: PoolClient, broken?: Error): Promise<void> {
  let fault = broken;
  await client.query('ROLLBACK').catch((error: Error) => {
    fault = error;
  });
  client.release(fault);
}

/** PostgreSQL's "cached plan must not change result type": the columns of a view are others now. */
const hasStalePlan = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '0A000';

async function inOneSnapshot<T>(
  pool: Pool,
  reader: Reader,
  about: Reader,
  read: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Sent together, to save a round trip. What was read counts only where the limits on it were set.
    const [, value] = await Promise.all([client.query(begin(reader, about)), read(client)]);
    return value;
  } catch (error) {
    if (hasStalePlan(error)) broken = error;
    throw error;
  } finally {
    await endSnapshot(client, broken);
  }
}

/** One text, so that nothing can be read where part of it failed. All of it ends with the transaction. */
const begin = (reader: Reader, about?: Reader): string =>
  `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${readAs(reader, about)}`;

/** From here to its end, a transaction is held to what `reader` may see. */
export function readAs(reader: Reader, about: Reader = null): string {
  const role: AccessRole = reader === null ? 'headrace_operator' : 'headrace_organisation';
  return [
    `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    // What is read is a page or an item: to start another process for it costs more than it saves.
    'SET LOCAL max_parallel_workers_per_gather = 0',
    `SET LOCAL headrace.organisation = ${escapeLiteral(reader ?? about ?? '')}`,
    `SET LOCAL ROLE ${role}`,
  ].join('; ');
}
