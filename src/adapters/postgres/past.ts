import type { Pool, PoolClient } from 'pg';
import { RequestError } from '../../errors.js';
import type { DecodedEvent } from '../../event/index.js';
import { type Effect, type Projection, replay } from '../../projector/index.js';
import {
  type Answer,
  type EventBehind,
  type Freshness,
  lists,
  type Past,
  type PastItem,
  type PastRequest,
  type ReadModelName,
  type Recalled,
} from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import { readPast, type Scope } from './past-events.js';
import { seedsOf } from './past-seeds.js';
import { ensurePastTables, type PastTables } from './past-tables.js';
import { schemaOf } from './projection-definition.js';
import { freshnessOf } from './query-freshness.js';
import { readItems } from './query-items.js';
import { itemSources } from './query-views.js';
import { readAs } from './reading.js';
import { inTransaction } from './transaction.js';

export interface PastOptions {
  /** Its user owns the tables. */
  readonly pool: Pool;
  /** Of the projections' SQL. */
  readonly folder: string;
  /** Today's code. */
  readonly projections: readonly Projection[];
  /** Versions that an event of this version is upcast to, one after the other. */
  upcastPath(type: string, version: string): readonly string[];
}

const HISTORY = 'event-history';

/** Single things as they were, from the events behind them. */
export function createPast({ pool, folder, projections, upcastPath }: PastOptions): Past {
  const made = new Map<Projection, Promise<PastTables>>();
  const tablesOf = (projection: Projection): Promise<PastTables> => {
    const known = made.get(projection);
    if (known) return known;
    const making = inTransaction(pool, (client) => ensurePastTables(client, projection, folder));
    // Tried again by the next who asks.
    making.catch(() => made.delete(projection));
    made.set(projection, making);
    return making;
  };
  const projectionOf = (name: string): Projection => {
    const projection = projections.find((one) => one.name === name);
    if (!projection) throw new Error(`there is no projection ${name}`);
    return projection;
  };

  const recall = async (
    client: PoolClient,
    tables: PastTables,
    projection: Projection,
    request: PastRequest,
  ) => {
    const { item, known, organisation, asOf } = request;
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const history = await freshnessOf(client, HISTORY);
    const { mark } = await freshnessOf(client, readModelOf(item));
    // What stands parked in the read model does not count, and its views show what was folded.
    const freshness = { ...upTo(history, asOf), mark: `${history.mark} ${mark}` };
    const live = await liveVersions(client);
    const seeds = await seedsOf[item](client, known, organisation);
    const events = await readPast(client, seeds, {
      schema: schemaOf({ name: HISTORY, version: live.get(HISTORY) ?? 0 }),
      types: typesOf(projection),
      projection: projection.name,
      version: live.get(projection.name) ?? 0,
      asOf,
      namesOf: projectionOf(HISTORY).names ?? (() => []),
    } satisfies Scope);
    if (!events) throw new RequestError('history_too_long');
    const { rows, effects } = replay(projection, events);
    await tables.write(client, rows);
    await client.query(readAs(organisation));
    const found = await readItems(client, request, tables.views);
    const shown = await visible(client, events);
    const behind = events.flatMap((event, index) => {
      const did = effects[index] ?? [];
      return did.length > 0 && shown.has(placeOf(event)) ? [behindOf(event, did, upcastPath)] : [];
    });
    // Whatever was written was for this answer only.
    await client.query('ROLLBACK');
    return { value: { rows: found, events: behind }, freshness };
  };

  return {
    recall: (request): Promise<Answer<Recalled>> =>
      surfacing(async () => {
        const projection = projectionOf(readModelOf(request.item));
        const tables = await tablesOf(projection);
        return inTransaction(pool, (client) => recall(client, tables, projection, request));
      }),
  };
}

function readModelOf(item: PastItem): ReadModelName {
  const { readModel } = lists[itemSources[item].list];
  if (!readModel) throw new Error(`${item} are of no read model`);
  return readModel;
}

/** The vector up to which the answer's events go. */
function upTo({ positions, ...same }: Freshness, asOf: PastRequest['asOf']): Freshness {
  const wanted = new Map(asOf?.positions?.map(({ partition, sequence }) => [partition, sequence]));
  return {
    ...same,
    positions: positions.map(({ partition, sequence }) => ({
      partition,
      sequence: Math.min(sequence, wanted.get(partition) ?? sequence),
    })),
  };
}

async function liveVersions(client: PoolClient): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ projection: string; version: number }>(
    'SELECT projection, version FROM projector.live_versions',
  );
  return new Map(rows.map(({ projection, version }) => [projection, version]));
}

const typesOf = ({ tables }: Projection): readonly string[] => [
  ...new Set(Object.values(tables).flatMap((table) => (table.kind === 'tally' ? [] : Object.keys(table.on)))),
];

const placeOf = ({ partition, sequence }: { partition: number; sequence: number }) =>
  `${partition}:${sequence}`;

/** Those that who asks may see. */
async function visible(client: PoolClient, events: readonly DecodedEvent[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ partition: number; sequence: number }>(
    `SELECT e.partition, e.sequence FROM unnest($1::text[], $2::text[], $3::smallint[]) AS w (id, source, partition)
     JOIN read_model.event_headers e
       ON e.event_id = w.id COLLATE "C" AND e.source = w.source COLLATE "C" AND e.partition = w.partition`,
    [
      events.map(({ envelope }) => envelope.id),
      events.map(({ envelope }) => envelope.source),
      events.map(({ partition }) => partition),
    ],
  );
  return new Set(rows.map(placeOf));
}

function behindOf(
  { type, envelope, partition, sequence }: DecodedEvent,
  effects: readonly Effect[],
  upcastPath: PastOptions['upcastPath'],
): EventBehind {
  return {
    eventId: envelope.id,
    source: envelope.source,
    type,
    version: envelope.version,
    upcastPath: upcastPath(type, envelope.version),
    occurredAt: new Date(envelope.time),
    partition,
    sequence,
    effects,
  };
}
