import pLimit, { type LimitFunction } from 'p-limit';
import type { Pool } from 'pg';
import { DatabaseError } from 'pg';
import { DataFault } from '../../errors.js';
import type { CommitOutcome, Projection, ProjectionStore, Row } from '../../projector/index.js';
import { gatherWindows } from './projection-gathering.js';
import { type TableSql, tableSql } from './projection-sql.js';
import { ensureTables } from './projection-tables.js';
import { type Window, writeWindows } from './projection-windows.js';
import { inTransaction } from './transaction.js';

/** Faulty events that a projection may park unless told otherwise: more of them, and it is the code that is wrong. */
const PARKED_MOST = 1_000;

/** Of a pool's connections, those that windows and their rows leave to whatever takes a moment. */
const SPARE_CONNECTIONS = 2;

const turns = new WeakMap<Pool, LimitFunction>();

/**
 * Lets as many at a time have a connection, of all projections that share the pool. A turn comes however long the
 * database takes; asked for a connection, the pool would give up after a while.
 */
function turnsOf(pool: Pool): LimitFunction {
  const known = turns.get(pool) ?? pLimit(Math.max(1, pool.options.max - SPARE_CONNECTIONS));
  turns.set(pool, known);
  return known;
}

/**
 * Projections' tables as the projector's port. `folder` holds the SQL of each projection's tables and views.
 *
 * @param parkedMost faulty events that a projection may park; those parked behind them do not count
 */
export function createProjectionStore(pool: Pool, folder: string, parkedMost = PARKED_MOST): ProjectionStore {
  const inTurn = turnsOf(pool);
  const prepared = new Map<Projection, ReadonlyMap<string, TableSql>>();
  const sqlOf = (projection: Projection, table: string): TableSql => {
    const sql = prepared.get(projection)?.get(table);
    if (!sql) throw new Error(`${projection.name}.${table} is used before ensure()`);
    return sql;
  };
  const write = (windows: readonly Window[], byCopy = true) =>
    inTurn(() => writeWindows(pool, windows, { sqlOf, parkedMost, byCopy }));
  const writeAlone = (window: Window) =>
    write([window]).catch((error: unknown) => {
      // Of an event that is told twice the first row stands, which COPY cannot do. It is seldom.
      if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
      return write([window], false);
    });
  const gathered = gatherWindows(write);
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
         WHERE projection = $1 AND version = $2 AND partition = $3 AND key <> ''`,
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
        const { rows } = await inTurn(() => pool.query<{ row: Row }>(query));
        return rows.map(({ row }) => row);
      } catch (error) {
        const detail = refusal(error);
        throw detail === undefined ? error : new DataFault('rejected_by_database', detail);
      }
    },

    async commit(projection, advance, changes) {
      const window = { projection, advance, changes };
      try {
        if (!(await gathered(window))) await writeAlone(window);
        if (changes.resolution?.item.dryRun) return { kind: 'undone' };
        return {
          kind: 'committed',
          position: { sequence: advance.to, revision: advance.from.revision + 1 },
        };
      } catch (error) {
        const outcome = refusedOutcome(error);
        if (!outcome) throw error;
        return outcome;
      }
    },
  };
}

const UNIQUE_VIOLATION = '23505';

/** What the database's refusal means; undefined where it is a fault of infrastructure. */
function refusedOutcome(error: unknown): CommitOutcome | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === 'HRF01') return { kind: 'fenced' };
  if (error.code === 'HRF02') return { kind: 'held', sequence: Number(error.detail) };
  if (error.code === 'HRF03') return { kind: 'parked_too_many', detail: error.message };
  const detail = refusal(error);
  return detail === undefined ? undefined : { kind: 'rejected', detail };
}

/**
 * What the database found wrong with the data themselves; undefined where it is something else. Class 21: two rows
 * of one key, 22: a value it cannot hold, 23: one that a constraint forbids, 54: more than it takes at once.
 */
function refusal(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || !/^(2[123]|54)/.test(error.code ?? '')) return undefined;
  return `${error.code}: ${error.message}`;
}
