import type { Catalogue } from '../catalogue/index.js';
import type { EventLog, RecordedEvent } from '../event/index.js';
import { Lease } from '../pacing/lease.js';
import type { RouteTable } from './compile.js';
import { Lane } from './lane.js';
import type { ByPartition, RoutedTopics, RouterStore, TopicsSession } from './port.js';
import { PositionWriter } from './position-writer.js';
import { lengthOf, readUpTo, type Stretch } from './read-up-to.js';
import { routingReader } from './reader.js';
import { recoverTopics } from './recover.js';
import { TopicWriter } from './topic-writer.js';
import { LIMITS } from './turn.js';

export interface ReplayOptions {
  readonly catalogue: Catalogue;
  /** Of one route, to one topic. */
  readonly table: RouteTable;
  /** Its lease is that of this topic's replays. */
  readonly store: RouterStore;
  readonly topics: RoutedTopics;
  readonly log: EventLog;
  /** Sequences behind which the topic begins. */
  readonly after: ByPartition<number>;
  /** Events appended earlier are left out (Unix milliseconds). */
  readonly sinceMs: number;
  /** Go on in a topic that has records already, behind the newest origins. */
  readonly resume: boolean;
  readonly holder: string;
  readonly leaseMs: number;
  /** Told of faults that do not end the replay. */
  readonly onFault: (error: unknown) => void;
  /** Told how many events are to be read, and then of each part of them. */
  readonly onStart: (events: number) => void;
  readonly onRead: (events: number) => void;
}

/** `unjudged`: events of which cannot be said whether they match. */
export interface ReplayResult {
  readonly topic: string;
  readonly events: number;
  readonly written: number;
  readonly unjudged: number;
}

/** The replay cannot be done as it was asked for. The message says what to do. */
export class ReplayRefused extends Error {
  override readonly name = 'ReplayRefused';
}

/**
 * Fills a topic with what its route matches, from history up to where the log ends now: in order, each once. It leaves
 * the positions behind, so that a router that takes over the route goes on where this ends.
 *
 * @throws ReplayRefused where the topic is not empty, not as it must be, or somebody else writes it
 */
export async function replay(options: ReplayOptions, signal: AbortSignal): Promise<ReplayResult> {
  const { store } = options;
  const [target, route] = [...options.table.targets][0] ?? [];
  const topic = target?.slice('topic:'.length);
  if (!target || !route || !topic) throw new ReplayRefused('the route goes to no topic');
  const lease = await Lease.acquire(store, options.holder, options.leaseMs, options.onFault);
  if (!lease) throw new ReplayRefused(`another replay fills ${topic}`);
  let session: TopicsSession | undefined;
  try {
    const heads = await store.heads();
    session = await options.topics.open([topic], heads.size, lease.held);
    const ends = await session.ends();
    if (!options.resume && ends.some(({ offset, beginning }) => offset > beginning)) {
      throw new ReplayRefused(
        `${topic} has records already: --resume goes on behind them, or name another --topic`,
      );
    }
    const known = options.resume ? await store.positions() : [];
    if (!options.resume) await store.forget(lease.epoch, target);
    const begun = [...heads.keys()].map(
      (partition) =>
        known.find((one) => one.target === target && one.partition === partition) ?? {
          target,
          partition,
          sequence: Math.min(options.after.get(partition) ?? 0, heads.get(partition) ?? 0),
          // Made anew, a topic begins at 0; one whose records were removed goes on counting.
          nextOffset: options.resume ? 0 : (ends.find((end) => end.partition === partition)?.offset ?? 0),
        },
    );
    await store.begin(lease.epoch, begun);
    const lane = new Lane(target, route, begun);
    await recoverTopics(store, [lane], session);
    if (lane.stopped !== undefined) throw new ReplayRefused(`${topic}: ${lane.stopped}`);
    const after = new Map(begun.map(({ partition, sequence }) => [partition, sequence]));
    const stop = AbortSignal.any([signal, lease.lost]);
    const counts = await fill(options, lease, lane, session, { after, upTo: heads }, stop);
    if (lease.lost.aborted) throw new Error('the lease of the replay was lost; --resume goes on');
    return { topic, ...counts };
  } finally {
    await session?.close();
    await lease.release();
  }
}

async function fill(
  options: ReplayOptions,
  lease: Lease,
  lane: Lane,
  session: TopicsSession,
  stretch: Stretch,
  stop: AbortSignal,
): Promise<{ events: number; written: number; unjudged: number }> {
  const counts = { events: 0, written: 0, unjudged: 0 };
  const over = new AbortController();
  const onAcknowledged: ConstructorParameters<typeof TopicWriter>[1] = (ends, records) => {
    for (const { partition, offset } of ends) lane.acknowledged(partition, offset);
    counts.written += records;
  };
  const reader = routingReader({
    ...options,
    lanes: [lane],
    writer: new TopicWriter(session, onAcknowledged, () => {}),
    deliveries: { enqueue: async () => true },
    epoch: lease.epoch,
    partitionCount: stretch.upTo.size,
    limits: LIMITS,
    onFenced: () => {},
    onQueued: () => {},
    onUnjudged: ({ length }) => {
      counts.unjudged += length;
    },
  });
  const take = async (partition: number, events: readonly RecordedEvent[]) => {
    await reader.deliver(
      partition,
      events.filter(({ appendedAt }) => appendedAt >= options.sinceMs),
      false,
    );
    lane.done(partition, events.at(-1)?.sequence ?? 0, false);
    counts.events += events.length;
    options.onRead(events.length);
  };
  const positions = new PositionWriter([lane], options.store, lease.epoch, options.onFault).run(over.signal);
  try {
    options.onStart(lengthOf(stretch));
    await readUpTo(options.log, stretch, take, stop);
    return counts;
  } finally {
    over.abort();
    await positions;
  }
}
