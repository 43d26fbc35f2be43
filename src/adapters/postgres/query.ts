import type { Pool, PoolClient } from 'pg';
import {
  type Answer,
  type Freshness,
  type GetRequest,
  type ListRequest,
  lists,
  type Page,
  type ReadModelName,
  type ReadModels,
  type Row,
} from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import { freshnessOf, stateOf } from './query-freshness.js';
import { getSql, listSql, relatedSql } from './query-sql.js';
import { readStandings } from './query-standing.js';
import { itemSources } from './query-views.js';

/** Which version of a read model its views show. */
export type LiveVersions = Readonly<Record<ReadModelName, number>>;

// Longer than any query here needs by its index, shorter than a client waits.
const STATEMENT_TIMEOUT_MS = 10_000;

/** The read models in Postgres. Every answer is read in one snapshot, and its freshness with it. */
export function createReadModels(pool: Pool, live: LiveVersions): ReadModels {
  const answer = <T>(
    readModel: ReadModelName,
    read: (client: PoolClient) => Promise<T>,
  ): Promise<Answer<T>> =>
    surfacing(() =>
      inSnapshot(pool, async (client) => {
        // Sent together: the snapshot is the transaction's, so it does not matter which is answered first.
        const [freshness, value]: [Freshness, T] = await Promise.all([
          freshnessOf(client, readModel, live[readModel]),
          read(client),
        ]);
        return { value, freshness };
      }),
    );
  return {
    list: (request) => answer(lists[request.list].readModel, (client) => readPage(client, request)),
    get: (request) =>
      answer(lists[itemSources[request.item].list].readModel, (client) => readItems(client, request)),
    freshness: async (readModel) => (await answer(readModel, async () => undefined)).freshness,
    standings: () => surfacing(() => inSnapshot(pool, readStandings)),
    projections: () =>
      surfacing(() =>
        inSnapshot(pool, async (client) => [
          await stateOf(client, 'account-state', live['account-state']),
          await stateOf(client, 'import-progress', live['import-progress']),
          await stateOf(client, 'supplier-lifecycles', live['supplier-lifecycles']),
        ]),
      ),
  };
}

async function readPage(client: PoolClient, request: ListRequest): Promise<Page> {
  const { rows } = await client.query<Row>(listSql(request));
  const page = rows.slice(0, request.limit);
  const last = page.at(-1);
  if (rows.length <= request.limit || !last) return { rows: page, next: undefined };
  return {
    rows: page,
    next: Object.entries(lists[request.list].key).map(([field, type]) => keyValue(last[field], type)),
  };
}

function keyValue(value: unknown, type: 'string' | 'number'): string | number {
  if (typeof value === type && (typeof value === 'string' || typeof value === 'number')) return value;
  throw new Error(`a ${typeof value} cannot be a place in a list sorted by a ${type}`);
}

async function readItems(client: PoolClient, request: GetRequest): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(getSql(request));
  const [row] = rows;
  if (!row || rows.length > 1) return rows;
  const related = await Promise.all(
    itemSources[request.item].related.map(async (source): Promise<[string, readonly Row[]]> => {
      const found = await client.query<Row>(relatedSql(source, row, request.organisation));
      return [source.field, found.rows];
    }),
  );
  return [{ ...row, ...Object.fromEntries(related) }];
}

const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`;

/** Runs `read` in a transaction that sees one instant, and cannot write. */
async function inSnapshot<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Not awaited: it travels with the first query, which fails where this does.
    client.query(BEGIN).catch(() => {});
    return await read(client);
  } finally {
    await client.query('ROLLBACK').catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  }
}
