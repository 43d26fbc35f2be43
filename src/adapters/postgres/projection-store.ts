import type { Pool, PoolClient, QueryConfig } from 'pg';
import { DatabaseError } from 'pg';
import { DataFault } from '../../errors.js';
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
      const query = {
        name: `load ${projection.name} ${projection.version} ${table}`,
        text: sqlOf(projection, table).load,
        values: [JSON.stringify(keys)],
      };
      try {
        const { rows } = await pool.query<{ row: Row }>(query);
        return rows.map(({ row }) => row);
      } catch (error) {
        const detail = refusal(error);
        throw detail === undefined ? error : new DataFault('rejected_by_database', detail);
      }
    },

    async commit(projection, advance, changes) {
      try {
        await inTransaction(pool, (client) => write(client, projection, advance, changes, sqlOf));
        return {
          kind: 'committed',
          position: { sequence: advance.to, revision: advance.from.revision + 1 },
        };
      } catch (error) {
        if (error instanceof DatabaseError && error.code === FENCED) return { kind: 'fenced' };
        const detail = refusal(error);
        if (detail === undefined) throw error;
        return { kind: 'rejected', detail };
      }
    },
  };
}

const FENCED = 'HRF01';

/**
 * What the database found wrong with the data themselves; undefined where it is something else. Class 21: two rows
 * of one key, 22: a value it cannot hold, 23: one that a constraint forbids, 54: more than it takes at once.
 */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || !/^(2[123]|54)/.test(error.code ?? '')) return undefined;
  return `${error.code}: ${error.message}`;
}

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
  const statements: QueryConfig[] = [
    {
      name: 'advance',
      text: 'SELECT projector.advance($1, $2, $3, $4, $5, $6, $7)',
      values: [name, version, partition, from.sequence, from.revision, to, eventTime],
    },
  ];
  for (const table of Object.keys(projection.tables)) {
    const added = changes.tallies.get(table);
    const rows = added ?? changes.owned.get(table) ?? changes.shared.get(table);
    if (!rows || rows.length === 0) continue;
    statements.push({
      name: `write ${name} ${version} ${table}`,
      text: sqlOf(projection, table).write,
      values: added ? [JSON.stringify(rows), partition] : [JSON.stringify(rows)],
    });
  }
  if (changes.parked.length > 0) statements.push(parking(projection, partition, changes.parked));
  // All are made before the first is sent: one that cannot be made must not leave the others to be committed.
  await Promise.all([...statements, { text: 'COMMIT' }].map((statement) => client.query(statement)));
}

function parking({ name, version }: Projection, partition: number, parked: Changes['parked']): QueryConfig {
  return {
    text: `INSERT INTO projector.parked_events
       (projection, version, partition, sequence, key, event_id, event_type, event_version, reason, detail, payload)
     SELECT $1, $2, $3, * FROM unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::bytea[])`,
    values: [
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
  };
}
