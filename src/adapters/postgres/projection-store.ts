import type { Pool, PoolClient } from 'pg';
import { DatabaseError } from 'pg';
import type { Advance, Changes, Projection, ProjectionStore, Row } from '../../projector/index.js';
import { type TableSql, tableSql } from './projection-sql.js';
import { ensureTables } from './projection-tables.js';
import { inTransaction } from './transaction.js';

/** Projections' tables as the projector's port. `folder` holds the SQL of each projection's tables and views. */
export function createProjectionStore(pool: Pool, folder: string): ProjectionStore {
  const prepared = new Map<Projection, ReadonlyMap<string, TableSql>>();
  const sqlOf = (projection: Projection, table: string): TableSql => {
    const sql = prepared.get(projection)?.get(table);
    if (!sql) throw new Error(`${projection.name}.${table} is used before ensure()`);
    return sql;
  };
  return {
    ensure: (projection) =>
      inTransaction(pool, async (client) => {
        await ensureTables(client, projection, folder);
        prepared.set(projection, await tableSql(client, projection));
      }),

    async position({ name, version }, partition) {
      const { rows } = await pool.query<{ sequence: number; revision: number }>(
        `SELECT sequence, revision FROM projector.positions
         WHERE projection = $1 AND version = $2 AND partition = $3`,
        [name, version, partition],
      );
      if (!rows[0]) throw new Error(`${name} v${version} has no position for partition ${partition}`);
      return rows[0];
    },

    async parkedKeys({ name, version }, partition) {
      const { rows } = await pool.query<{ key: string }>(
        `SELECT DISTINCT key FROM projector.parked_events
         WHERE projection = $1 AND version = $2 AND partition = $3`,
        [name, version, partition],
      );
      return rows.map(({ key }) => key);
    },

    async loadRows(projection, table, keys) {
      const { rows } = await pool.query<{ row: Row }>({
        name: `load ${projection.name} ${projection.version} ${table}`,
        text: sqlOf(projection, table).load,
        values: [JSON.stringify(keys)],
      });
      return rows.map(({ row }) => row);
    },

    async commit(projection, advance, changes) {
      try {
        await inTransaction(pool, (client) => write(client, projection, advance, changes, sqlOf));
        return {
          kind: 'committed',
          position: { sequence: advance.to, revision: advance.from.revision + 1 },
        };
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        if (error.code === FENCED) return { kind: 'fenced' };
        // Class 22 is a value the database cannot hold, class 23 one that a constraint forbids: both are the data's.
        if (/^2[23]/.test(error.code ?? '')) {
          return { kind: 'rejected', detail: `${error.code}: ${error.message}` };
        }
        throw error;
      }
    },
  };
}

const FENCED = 'HRF01';

/**
 * Everything is sent at once, so a window costs one round trip, however many tables it changes. Where a statement
 * fails the server refuses those behind it, and the commit among them rolls back.
 */
async function write(
  client: PoolClient,
  projection: Projection,
  { partition, from, to, eventTime }: Advance,
  changes: Changes,
  sqlOf: (projection: Projection, table: string) => TableSql,
): Promise<void> {
  const { name, version } = projection;
  // First, because its row lock makes any other writer of this partition wait, and then find it has moved.
  const sent: Promise<unknown>[] = [
    client.query({
      name: 'advance',
      text: 'SELECT projector.advance($1, $2, $3, $4, $5, $6, $7)',
      values: [name, version, partition, from.sequence, from.revision, to, eventTime],
    }),
  ];
  for (const table of Object.keys(projection.tables)) {
    const added = changes.tallies.get(table);
    const rows = added ?? changes.owned.get(table) ?? changes.shared.get(table);
    if (!rows || rows.length === 0) continue;
    sent.push(
      client.query({
        name: `write ${name} ${version} ${table}`,
        text: sqlOf(projection, table).write,
        values: added ? [JSON.stringify(rows), partition] : [JSON.stringify(rows)],
      }),
    );
  }
  if (changes.parked.length > 0) sent.push(park(client, projection, partition, changes.parked));
  await Promise.all([...sent, client.query('COMMIT')]);
}

async function park(
  client: PoolClient,
  { name, version }: Projection,
  partition: number,
  parked: Changes['parked'],
): Promise<void> {
  await client.query(
    `INSERT INTO projector.parked_events
       (projection, version, partition, sequence, key, event_id, event_type, event_version, reason, detail, payload)
     SELECT $1, $2, $3, * FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::bytea[])`,
    [
      name,
      version,
      partition,
      parked.map(({ event }) => event.sequence),
      parked.map(({ event }) => event.envelope.key),
      parked.map(({ event }) => event.envelope.id),
      parked.map(({ event }) => event.envelope.type),
      parked.map(({ event }) => event.envelope.version),
      parked.map(({ reason }) => reason),
      // PostgreSQL's text cannot hold NUL, and the detail may quote the very value that was refused for it.
      parked.map(({ detail }) => detail.replaceAll('\0', '\\0')),
      parked.map(({ event }) => event.payload),
    ],
  );
}
