import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Position } from '../../event/index.js';
import {
  type Comparison,
  PREVIEW_VERSION,
  type Projection,
  type RelationComparison,
  type RowKeys,
} from '../../projector/index.js';
import { compareRelation } from './projection-compare.js';
import { schemaOf } from './projection-definition.js';
import { definitionsOf, positionsOf, sameKey } from './projection-verify.js';
import { createVersionStore } from './projection-versions.js';
import { inTransaction } from './transaction.js';

/** What a preview of a slice found. */
export type SliceComparison = Comparison & {
  /** Rows, by table, that were not compared, because events outside the slice changed them too. */
  readonly leftOut: Readonly<Record<string, number>>;
};

/** Takes the keys of rows that events outside the slice change. */
export type Touch = (rows: RowKeys) => Promise<void>;

/** The tables of a preview, from its beginning until they are dropped. */
export interface Preview {
  /** Makes it stand right behind these places: what comes next is the first of the slice. */
  beginBehind(places: ReadonlyMap<number, number>): Promise<void>;
  /** Before the rows outside of the slice are told: where they are kept. */
  readonly touch: Touch;
  /**
   * Compares with the live version, in one snapshot. `cover` is called with where the live version is in it, to tell the
   * rows that events up to there have changed since the slice.
   */
  compare(
    live: number,
    cover: (at: readonly Position[], touch: Touch) => Promise<void>,
  ): Promise<SliceComparison>;
  /** Drops all of it. */
  close(): Promise<void>;
}

const LOCK = `hashtext('headrace preview'), hashtext($1)`;

/**
 * Begins a preview: one at a time of each projection. What a killed one has left behind is dropped.
 *
 * @returns undefined where another is under way
 */
export async function openPreview(pool: Pool, projection: Projection): Promise<Preview | undefined> {
  const { name } = projection;
  const schema = schemaOf({ name, version: PREVIEW_VERSION });
  const versions = createVersionStore(pool);
  const lock = await pool.connect();
  const { rows } = await lock.query<{ taken: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`, [
    name,
  ]);
  if (!rows[0]?.taken) {
    lock.release();
    return undefined;
  }
  const drop = () => versions.drop(name, PREVIEW_VERSION, true);
  // Closing the connection gives the lock up, whatever else fails.
  await drop().catch((error: unknown) => {
    lock.release(true);
    throw error;
  });
  return {
    beginBehind: (places) =>
      inTransaction(pool, async (client) => {
        await client.query(
          `UPDATE projector.positions p SET sequence = place.sequence
           FROM unnest($3::smallint[], $4::bigint[]) AS place (partition, sequence)
           WHERE p.projection = $1 AND p.version = $2 AND p.partition = place.partition`,
          [name, PREVIEW_VERSION, [...places.keys()], [...places.values()]],
        );
        for (const [table, { kind, key }] of Object.entries(projection.tables)) {
          if (kind === 'tally') continue;
          const columns = key.map(quoted).join(', ');
          await client.query(
            `CREATE TABLE ${outside(schema, table)} AS SELECT ${columns} FROM ${schema}.${table} WITH NO DATA`,
          );
          await client.query(`CREATE UNIQUE INDEX ON ${outside(schema, table)} (${columns})`);
        }
      }),
    touch: (keys) => inTransaction(pool, (client) => insertKeys(client, schema, keys)),
    compare: (live, cover) => compareSlice(pool, name, live, schema, cover),
    async close() {
      try {
        await drop();
      } finally {
        lock.release(true);
      }
    },
  };
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const outside = (schema: string, table: string) => `${schema}.${quoted(`outside_${table}`)}`;

async function insertKeys(client: PoolClient, schema: string, keys: RowKeys): Promise<void> {
  for (const [table, rows] of keys) {
    if (rows.length === 0) continue;
    const target = outside(schema, table);
    const insert = (some: readonly object[]) =>
      client.query(
        `INSERT INTO ${target} SELECT * FROM jsonb_populate_recordset(NULL::${target}, $1) ON CONFLICT DO NOTHING`,
        [JSON.stringify(some)],
      );
    if (await isTaken(client, () => insert(rows))) continue;
    // Some key is none that the table could hold, so no row of it is there: the others are told one by one.
    for (const row of rows) await isTaken(client, () => insert([row]));
  }
}

/** False where the database finds fault with a value, class 22 of its codes; then nothing was written. */
async function isTaken(client: PoolClient, insert: () => Promise<unknown>): Promise<boolean> {
  await client.query('SAVEPOINT keys');
  try {
    await insert();
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code?.startsWith('22'))) throw error;
    await client.query('ROLLBACK TO SAVEPOINT keys');
    return false;
  }
}

async function compareSlice(
  pool: Pool,
  name: string,
  live: number,
  schema: string,
  cover: Parameters<Preview['compare']>[1],
): Promise<SliceComparison> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    // The first query takes the snapshot: what others write from now on is not seen.
    const positions = (await positionsOf(client, name)).get(live) ?? [];
    await cover(positions, (keys) => insertKeys(client, schema, keys));
    const definitions = await definitionsOf(client, name);
    const [old, next] = [definitions.get(live), definitions.get(PREVIEW_VERSION)];
    if (!old || !next)
      throw new Error(`the tables of v${live} of ${name} are known only once its code has started`);
    const notCompared: string[] = ['views, which join more than the slice'];
    const relations: RelationComparison[] = [];
    const leftOut: Record<string, number> = {};
    for (const [table, { kind, key }] of Object.entries(next)) {
      const other = old[table];
      if (kind === 'tally') notCompared.push(`${table}: it counts over more than the slice`);
      else if (!other) notCompared.push(`${table}: the live version has no such table`);
      else if (!sameKey(other, { kind, key, counts: [] })) notCompared.push(`${table}: its key is another`);
      else {
        const liveTable = `${schemaOf({ name, version: live })}.${table}`;
        const relation = {
          ...{ name: table, kind: 'table' as const, key, counts: [] },
          live: await withoutOutside(client, 'live', liveTable, schema, table, key),
          next: await withoutOutside(client, 'next', `${schema}.${table}`, schema, table, key),
        };
        relations.push(await compareRelation(client, relation, notCompared));
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*) FROM ${outside(schema, table)}`,
        );
        leftOut[table] = rows[0]?.count ?? 0;
      }
    }
    for (const table of Object.keys(old)) {
      if (!next[table]) notCompared.push(`${table}: only the live version has it`);
    }
    const differences = relations.reduce(
      (sum, { onlyLive, onlyNext, differing }) => sum + onlyLive + onlyNext + differing,
      0,
    );
    const found = { projection: name, live, next: PREVIEW_VERSION, positions, differences };
    return { ...found, relations, notCompared, leftOut };
  } finally {
    // With it go the views, and the keys told in it.
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}

/** A view of the rows of a table that nothing outside the slice has changed. Types of keys may differ: text is compared. */
async function withoutOutside(
  client: PoolClient,
  side: 'live' | 'next',
  relation: string,
  schema: string,
  table: string,
  key: readonly string[],
): Promise<string> {
  const view = `pg_temp.${quoted(`${side}_${table}`)}`;
  const same = key.map((column) => `o.${quoted(column)}::text = t.${quoted(column)}::text`).join(' AND ');
  await client.query(
    `CREATE TEMP VIEW ${quoted(`${side}_${table}`)} AS SELECT * FROM ${relation} t
     WHERE NOT EXISTS (SELECT FROM ${outside(schema, table)} o WHERE ${same})`,
  );
  return view;
}
