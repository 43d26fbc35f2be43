import type { Pool, QueryConfig } from 'pg';
import type { Projection } from '../../projector/index.js';
import { readDefinition, schemaOf } from './projection-definition.js';

/** An index of a projection's `indexes.sql`. */
export interface Index {
  readonly name: string;
  /** `ON <table> (…) …` */
  readonly on: string;
}

/** @throws Error where the text has anything but comments and statements `CREATE INDEX <name> ON …;` */
export function indexesOf(sql: string): readonly Index[] {
  const statements = sql.replace(/^\s*--.*$/gm, '').split(';');
  return statements
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, name, on] = /^CREATE INDEX ([a-z_]+) (ON .+)$/s.exec(statement) ?? [];
      if (!name || !on) throw new Error(`not an index: ${statement}`);
      return { name, on };
    });
}

/** Building an index of a large table takes minutes. */
const BUILD_TIMEOUT_MS = 24 * 60 * 60 * 1_000;

/**
 * Builds the indexes that a version's tables lack, one after the other, while rows are written and read. Of several processes
 * one builds. Where a build was broken off, the next call begins it again.
 *
 * @param signal breaks off the build under way
 * @returns the names of those built
 */
export async function buildIndexes(
  pool: Pool,
  projection: Projection,
  folder: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { indexes } = await readDefinition(folder, projection.name);
  const schema = schemaOf(projection);
  const missing = await missingOf(pool, schema, indexesOf(indexes.text));
  if (missing.length === 0 || signal.aborted) return [];
  const client = await pool.connect();
  const run = (text: string) => {
    const query: QueryConfig & { query_timeout: number } = { text, query_timeout: BUILD_TIMEOUT_MS };
    return client.query(query);
  };
  let breakOff = () => {};
  const built: string[] = [];
  try {
    const { rows } = await client.query<{ pid: number; mine: boolean }>(
      "SELECT pg_backend_pid() AS pid, pg_try_advisory_lock(hashtext('headrace indexes'), hashtext($1)) AS mine",
      [schema],
    );
    const [session] = rows;
    if (!session?.mine) return [];
    breakOff = () => void cancel(pool, session.pid);
    signal.addEventListener('abort', breakOff);
    await run(`SET search_path = ${schema}`);
    // Asked again under the lock: who held it before may have built them.
    for (const { name, on } of await missingOf(pool, schema, missing)) {
      if (signal.aborted) break;
      // What is left of a build that was broken off.
      await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await run(`CREATE INDEX CONCURRENTLY ${name} ${on}`);
      built.push(name);
    }
    return built;
  } catch (error) {
    if (signal.aborted) return built;
    throw error;
  } finally {
    signal.removeEventListener('abort', breakOff);
    // With the connection go its lock and its search path.
    client.release(true);
  }
}

/** Those that are not there whole; none where there are no tables yet, which are made with their indexes. */
async function missingOf(pool: Pool, schema: string, wanted: readonly Index[]): Promise<readonly Index[]> {
  const { rows } = await pool.query<{ made: boolean; names: readonly string[] }>(
    `SELECT to_regnamespace($1) IS NOT NULL AS made, ARRAY(
       SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE c.relnamespace = to_regnamespace($1) AND i.indisvalid
     ) AS names`,
    [schema],
  );
  const [found] = rows;
  return found?.made ? wanted.filter(({ name }) => !found.names.includes(name)) : [];
}

/** Where that fails, the database ends the build by itself once it finds the connection gone. */
async function cancel(pool: Pool, pid: number): Promise<void> {
  await pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => {});
}
