import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openJournal } from '../../adapters/postgres/journal.js';
import { migrate } from '../../adapters/postgres/migrate.js';
import { createPool, type Pool } from '../../adapters/postgres/pool.js';
import { createProjectionStore } from '../../adapters/postgres/projection-store.js';
import { packageRoot } from '../../package-root.js';
import type { Projection, ProjectionStore } from '../../projector/index.js';

/** The most that a history is spread over. */
export const MOST_PARTITIONS = 6;

/** A database with the tables and views of all projections, for one side of the comparison. */
export interface Side {
  readonly pool: Pool;
  readonly store: ProjectionStore;
  /** Empties all tables, as if no event had ever come; whoever still writes to them is fenced. */
  clear(): Promise<void>;
}

/** Makes the tables in a migrated database, which is this side's own. */
export async function openSide(pool: Pool, projections: readonly Projection[]): Promise<Side> {
  await openJournal(pool, MOST_PARTITIONS);
  const store = createProjectionStore(pool, join(packageRoot, 'projections'));
  for (const projection of projections) await store.ensure(projection);
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND (n.nspname ~ '_v[0-9]+$' OR c.oid = 'projector.parked_events'::regclass)`,
  );
  // Not TRUNCATE: new files for each table and index take longer than the few rows that are in them.
  const clearing = rows.map(({ name }) => `DELETE FROM ${name}`).join(';');
  return {
    pool,
    store,
    async clear() {
      await pool.query('UPDATE projector.positions SET sequence = 0, revision = revision + 1');
      await pool.query(clearing);
    },
  };
}

/** Two databases of our own on the server at `url`, there while `work` runs. */
export async function withDatabases<T>(
  url: string,
  onIdleError: (error: Error) => void,
  work: (engine: Pool, oracle: Pool) => Promise<T>,
): Promise<T> {
  let isOver = false;
  const connect = (at: string, max: number) =>
    createPool(at, {
      max,
      applicationName: 'headrace-check',
      // Those still closing are cut by the drop.
      onIdleError: (error) => {
        if (!isOver) onIdleError(error);
      },
    });
  const server = connect(url, 1);
  const made: string[] = [];
  const pools: Pool[] = [];
  const make = async (side: string) => {
    const name = `headrace_check_${side}_${randomBytes(6).toString('hex')}`;
    await server.query(`CREATE DATABASE ${name}`);
    made.push(name);
    const own = new URL(url);
    own.pathname = name;
    await migrate(own.href);
    const pool = connect(own.href, 8);
    pools.push(pool);
    return pool;
  };
  try {
    return await work(await make('engine'), await make('oracle'));
  } finally {
    isOver = true;
    await Promise.all(pools.map((pool) => pool.end()));
    for (const name of made) await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }
}
