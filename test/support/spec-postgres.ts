import { afterAll, expect } from 'vitest';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { openSide, type Side } from '../../src/cli/check-oracle/databases.js';
import { schemaOf } from '../../src/cli/check-oracle/relations.js';
import { keyText } from '../../src/projector/compile.js';
import type { Projection, Row } from '../../src/projector/definition.js';
import type { ProjectionStore } from '../../src/projector/port.js';
import type { Tables } from './memory-projections.js';
import { createTestDatabase, type TestDatabase } from './postgres.js';

/** The tables of a projection, in a database of this test file's own, made when a specification first wants them. */
const made = new Map<Projection, Promise<Side & { readonly database: TestDatabase }>>();

afterAll(async () => {
  for (const side of made.values()) await (await side).database.drop();
});

/** Plays into empty tables in PostgreSQL, and holds every row there against those in memory. */
export async function expectOnPostgres(
  projection: Projection,
  play: (store: ProjectionStore) => Promise<void>,
  inMemory: Tables,
): Promise<void> {
  const making = made.get(projection) ?? make(projection);
  made.set(projection, making);
  const side = await making;
  await side.clear();
  await play(side.store);
  const tables = Object.entries(inMemory).map(([name, rows]) => expectTable(side, projection, name, rows));
  await Promise.all(tables);
}

async function expectTable(
  { store, pool }: Side,
  projection: Projection,
  name: string,
  rows: readonly Row[],
): Promise<void> {
  const table = projection.tables[name];
  const key = table?.key ?? [];
  const relation = `${schemaOf(projection)}.${name}`;
  const counts = table?.kind === 'tally' ? table.counts : undefined;
  const stored = counts
    ? await sums(pool, relation, key, counts)
    : await store.loadRows(projection, name, rows);
  expect(byKey(stored, key), `rows of ${name} on PostgreSQL`).toEqual(byKey(rows, key));
  const counted = await pool.query(`SELECT count(*) FROM ${relation}`);
  if (!counts) expect(counted.rows[0]?.count, `number of rows of ${name} on PostgreSQL`).toBe(rows.length);
}

async function make(projection: Projection) {
  const database = await createTestDatabase();
  return { ...(await openSide(database.pool, [projection])), database };
}

async function sums(
  pool: Pool,
  relation: string,
  key: readonly string[],
  counts: readonly string[],
): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT ${key.join(', ')}, ${counts.map((count) => `sum(${count})::bigint AS ${count}`).join(', ')}
     FROM ${relation} GROUP BY ${key.join(', ')}`,
  );
  return rows.filter((row) => counts.some((count) => row[count] !== 0)).map(withTimesAsText);
}

/** Times as events tell them, and as projections keep them. */
const withTimesAsText = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

/** Rows by key, without what is not known: there, null and left out are the same. */
export const byKey = (rows: readonly Row[], key: readonly string[]): ReadonlyMap<string, Row> =>
  new Map(
    rows.map((row) => {
      const known = Object.entries(row).filter(([, value]) => value !== null && value !== undefined);
      return [keyText(key, row), Object.fromEntries(known)];
    }),
  );
