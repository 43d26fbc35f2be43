import type { Catalogue } from '../catalogue/index.js';
import type { LogReader, RecordedEvent } from '../event/index.js';
import type { RouteTable } from './compile.js';
import { RouterFenced } from './faults.js';
import { type Lane, leastSequence } from './lane.js';
import { type Match, matchEvents, type Unjudged } from './match.js';
import type { DeliveryStore, NewDelivery, RouterStore } from './port.js';
import { type RequestLimits, topicRequests } from './topic-matches.js';
import type { TopicWriter } from './topic-writer.js';

export interface ReaderOptions {
  readonly catalogue: Catalogue;
  readonly table: RouteTable;
  readonly lanes: readonly Lane[];
  readonly store: RouterStore;
  readonly deliveries: Pick<DeliveryStore, 'enqueue'>;
  readonly epoch: number;
  readonly partitionCount: number;
  readonly limits: RequestLimits;
  /** Undefined where there is no Kafka: then no lane is a topic. */
  readonly writer: TopicWriter | undefined;
  /** Told when another router has taken over: there is no point in going on. */
  readonly onFenced: (error: RouterFenced) => void;
  /** Told when something was put into the queue of a route. */
  readonly onQueued: (route: string) => void;
  /** Told of events that went to the dead letters unread. */
  readonly onUnjudged: (unjudged: readonly Unjudged[]) => void;
}

/** Takes the log and hands each event to the lanes that have not seen it. */
export function routingReader(options: ReaderOptions): LogReader {
  const { store, lanes } = options;
  const live = new Map(lanes.map((lane) => [lane.target, lane]));
  /** Undefined where the lane is stopped or has seen the event. */
  const laneFor = (target: string, { partition, sequence }: RecordedEvent): Lane | undefined => {
    const lane = live.get(target);
    return lane?.stopped === undefined && sequence > (lane?.sequenceIn(partition) ?? 0) ? lane : undefined;
  };

  return {
    async assigned(partition) {
      return leastSequence(lanes, partition, await store.heads());
    },

    async deliver(partition, events) {
      const last = events.at(-1)?.sequence;
      if (last === undefined) return;
      const wants = (target: string, event: RecordedEvent) => laneFor(target, event) !== undefined;
      const { matches, unjudged } = matchEvents(options.catalogue, options.table, events, wants);
      const placed = matches.flatMap((match) => {
        const lane = live.get(match.plan.target);
        return lane ? [{ ...match, lane }] : [];
      });
      await queue(options, partition, last, placed, unjudged);
      await write(options, partition, placed);
      for (const lane of lanes) if (lane.stopped === undefined) lane.done(partition, last, false);
    },

    async revoked() {},
  };
}

type PlacedMatch = Match & { readonly lane: Lane };

/** What waits for a webhook, and what nobody can judge, in one transaction with the positions behind it. */
async function queue(
  options: ReaderOptions,
  partition: number,
  last: number,
  matches: readonly PlacedMatch[],
  unjudged: readonly Unjudged[],
): Promise<void> {
  const waiting = matches.filter(({ lane }) => lane.topic === undefined);
  const lanes = new Set(waiting.map(({ lane }) => lane));
  const deliveries: NewDelivery[] = [
    ...waiting.map(({ plan, key, decoding }) => ({
      route: plan.route.name,
      key,
      event: decoding.event,
      dead: undefined,
    })),
    ...unjudged.map(({ plan, event, fault }) => ({
      route: plan.route.name,
      key: event.envelope.key,
      event,
      dead: { reason: fault.reason, detail: fault.message },
    })),
  ];
  if (deliveries.length === 0) return;
  const positions = [...lanes].map(({ target }) => ({ target, partition, sequence: last, nextOffset: 0 }));
  const done = await options.deliveries.enqueue(options.epoch, deliveries, positions);
  if (!done) {
    const fenced = new RouterFenced(`the router's lease (epoch ${options.epoch}) has ended`);
    options.onFenced(fenced);
    throw fenced;
  }
  for (const lane of lanes) {
    lane.done(partition, last, true);
    options.onQueued(lane.route.name);
  }
  if (unjudged.length > 0) options.onUnjudged(unjudged);
}

async function write(
  options: ReaderOptions,
  partition: number,
  matches: readonly PlacedMatch[],
): Promise<void> {
  const { writer, partitionCount, limits } = options;
  const topical = matches.flatMap((match) =>
    match.lane.topic === undefined ? [] : [{ ...match, topic: match.lane.topic }],
  );
  for (const { records, lanes, through } of topicRequests(topical, partitionCount, limits)) {
    const onDone = () => {
      for (const lane of lanes) lane.done(partition, through, true);
    };
    if (records.length === 0) onDone();
    else if (writer) await writer.write(records, onDone);
  }
}
