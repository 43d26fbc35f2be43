import pg from 'pg';
import type { AccessRole } from './access-roles.js';
import { cutWhenSilent } from './silence.js';

export type { Pool, PoolClient } from 'pg';

const INT8_OID = 20;
/** A peer that is gone without a word must not hold a batch, and all behind it, for ever. */
const ANSWER_WITHIN_MS = 60_000;

// Counts and sequences are bigint in tables; past 2^53 a number would lie, so such a value is refused, not rounded.
const types = new pg.TypeOverrides();
types.setTypeParser(INT8_OID, (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
});

export interface PoolOptions {
  /** Most connections open at once. */
  readonly max: number;
  /** Shown in pg_stat_activity, so an operator sees who holds a connection. */
  readonly applicationName: string;
  /** What connections may do by themselves. Default: all that the user of `url` may. */
  readonly role?: AccessRole;
  /**
   * Whether each query has a timer of its own (default), or each connection has one. A query's timer keeps all that the
   * query carries out of reach of the quick garbage collection: not for pools that large queries go through one after another.
   */
  readonly timed?: 'query' | 'connection';
  /** Called for a fault of an idle connection; the pool replaces the connection by itself. */
  readonly onIdleError: (error: Error) => void;
}

/** A connection pool whose bigint columns arrive as safe numbers. */
export function createPool(url: string, options: PoolOptions): pg.Pool {
  const { role, timed = 'query' } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    types,
    // A connection on which this fails is not used.
    ...(role && {
      onConnect: async (client: pg.ClientBase) => void (await client.query(`SET ROLE ${role}`)),
    }),
    // Queries that were not awaited one by one share a round trip.
    pipeline: true,
    // Long enough for a database that restarts, short enough that a request is answered before its client gives up.
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timed === 'query' && { query_timeout: ANSWER_WITHIN_MS }),
  });
  if (timed === 'connection') pool.on('connect', (client) => cutWhenSilent(client, ANSWER_WITHIN_MS));
  pool.on('error', options.onIdleError);
  // A connection that breaks while it is checked out fails the query under way or the next one. Between the two it
  // emits `error`, which would end the process if nobody listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
