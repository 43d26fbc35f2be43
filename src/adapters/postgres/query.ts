import type { Pool, PoolClient } from 'pg';
import {
  type Answer,
  type Freshness,
  type KeyType,
  type KeyValue,
  type ListRequest,
  lists,
  type Page,
  type ReadModelName,
  type ReadModels,
  type Row,
} from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import { openExport } from './query-export.js';
import { freshnessOf, stateOf } from './query-freshness.js';
import { readItems } from './query-items.js';
import { aboutWhom, listSql } from './query-sql.js';
import { readStandings } from './query-standing.js';
import { itemSources } from './query-views.js';
import { inSnapshot } from './reading.js';

/** Of what is never behind. */
const NOW: Freshness = { positions: [], lagSeconds: 0, mark: '' };

/** The read models in Postgres. Every answer is read in one snapshot, and its freshness with it. */
export function createReadModels(pool: Pool): ReadModels {
  const answer = <T>(
    readModel: ReadModelName | null,
    organisation: string | null,
    read: (client: PoolClient) => Promise<T>,
    about: string | null = organisation,
  ): Promise<Answer<T>> => {
    const readFresh = async (client: PoolClient) => {
      // Sent together: the snapshot is the transaction's, so it does not matter which is answered first.
      const [freshness, value]: [Freshness, T] = await Promise.all([
        readModel ? freshnessOf(client, readModel) : NOW,
        read(client),
      ]);
      return { value, freshness };
    };
    return surfacing(() => inSnapshot(pool, organisation, readFresh, about));
  };
  return {
    list: (request) =>
      answer(
        lists[request.list].readModel,
        request.organisation,
        (client) => readPage(client, request),
        aboutWhom(request),
      ),
    get: (request) =>
      answer(lists[itemSources[request.item].list].readModel, request.organisation, (client) =>
        readItems(client, request),
      ),
    export: (request) =>
      surfacing(() =>
        openExport(pool, request, async (client) => {
          const { readModel } = lists[request.list];
          return readModel ? freshnessOf(client, readModel) : NOW;
        }),
      ),
    freshness: async (readModel) => (await answer(readModel, null, async () => undefined)).freshness,
    standings: () => surfacing(() => inSnapshot(pool, null, readStandings)),
    // Counts over everybody's events, and nothing of what is in them: whoever asks, they are an operator's to read.
    projections: () =>
      surfacing(() =>
        inSnapshot(pool, null, async (client) => [
          await stateOf(client, 'account-state'),
          await stateOf(client, 'back-office'),
          await stateOf(client, 'event-history'),
          await stateOf(client, 'import-progress'),
          await stateOf(client, 'supplier-lifecycles'),
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

function keyValue(value: unknown, type: KeyType): KeyValue {
  if (type === 'time' && value instanceof Date) return value.toISOString();
  if (typeof value === type && (typeof value === 'string' || typeof value === 'number')) return value;
  throw new Error(`a ${typeof value} cannot be a place in a list sorted by a ${type}`);
}
