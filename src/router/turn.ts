import type { Lease } from '../pacing/lease.js';
import { createWaker } from '../pacing/waker.js';
import type { Lane } from './lane.js';
import type { TopicOffset, TopicsSession } from './port.js';
import { PositionWriter } from './position-writer.js';
import { routingReader } from './reader.js';
import { openLanes, REPLAYED } from './recover.js';
import type { RouterOptions, RouterState } from './router.js';
import { TopicWriter } from './topic-writer.js';
import { startSenders } from './webhook/senders.js';

export interface Turn extends RouterOptions {
  readonly enter: (state: RouterState) => void;
  /** Told when something went well, so that the next fault counts as a first one. */
  readonly onProgress: () => void;
}

/** Below the size that topics take, and few enough that the next request is soon on its way. */
export const LIMITS = { partitionBytes: 900_000, records: 2_000 };
/**
 * Each turn reads under a name of its own, so that it waits for nobody: not for a dead reader's session to end, nor for
 * a stopped process to give up a lock. Names come round again, so that few are left behind on the brokers.
 */
const READER_NAMES = 100;
/** How often to see whether a target that is stopped may be routed to again. */
const STOPPED_CHECK_MS = 5_000;

/** Routes while the lease holds. @throws the fault after which connections must be made anew */
export async function takeTurn(turn: Turn, lease: Lease, signal: AbortSignal): Promise<void> {
  const { store, table } = turn;
  const heads = await store.heads();
  if (heads.size === 0) throw new Error('the journal has no partitions yet');
  const topics = [...table.targets.keys()].flatMap((target) =>
    target.startsWith('topic:') ? [target.slice('topic:'.length)] : [],
  );
  const session = await turn.topics?.open(topics, heads.size, lease.held);
  // Pulled right away when the lease is lost: an answer that never comes must not hold us.
  const drop = () => void session?.close();
  lease.lost.addEventListener('abort', drop);
  try {
    const lanes = await openLanes(store, lease.epoch, table, session);
    await noteStopped(turn, lease.epoch, lanes);
    await route(turn, lease, signal, { lanes, session, partitionCount: heads.size });
  } finally {
    lease.lost.removeEventListener('abort', drop);
    await session?.close();
  }
}

async function noteStopped(turn: Turn, epoch: number, lanes: readonly Lane[]): Promise<void> {
  const stopped = new Map(lanes.flatMap((lane) => (lane.stopped ? [[lane.target, lane.stopped]] : [])));
  await turn.store.noteStopped(epoch, stopped);
  for (const [target, reason] of stopped) turn.onStopped(target, reason);
}

interface Opened {
  readonly lanes: readonly Lane[];
  readonly session: TopicsSession | undefined;
  readonly partitionCount: number;
}

async function route(turn: Turn, lease: Lease, signal: AbortSignal, opened: Opened): Promise<void> {
  const { lanes, session, partitionCount } = opened;
  const { epoch } = lease;
  const over = new AbortController();
  const stop = AbortSignal.any([signal, lease.lost, over.signal]);
  let fault: { readonly error: unknown } | undefined;
  const fail = (error: unknown) => {
    fault ??= { error };
    over.abort();
  };
  const writer = session && new TopicWriter(session, acknowledger(turn, lanes), fail);
  const senders = startSenders(turn, lanes, lease, stop);
  const positions = new PositionWriter(lanes, turn.store, epoch, turn.onFault).run(stop);
  const stopped = untilMended(turn, opened, stop).then(() => over.abort(), fail);
  try {
    const log = await turn.openLog(`router-${epoch % READER_NAMES}`);
    const onFenced = fail;
    const reader = routingReader({
      ...{ ...turn, lanes, writer, partitionCount, epoch, onFenced },
      limits: LIMITS,
      onQueued: senders.wake,
    });
    turn.enter('routing');
    await log.run(reader, stop);
  } finally {
    over.abort();
    await Promise.all([senders.ended, positions, stopped]);
  }
  if (fault && !signal.aborted) throw fault.error;
}

/** Offsets that are acknowledged, to the lanes they belong to. */
function acknowledger(turn: Turn, lanes: readonly Lane[]) {
  const byTopic = new Map(lanes.map((lane) => [lane.topic, lane]));
  return (ends: readonly TopicOffset[], records: number) => {
    for (const { topic, partition, offset } of ends) byTopic.get(topic)?.acknowledged(partition, offset);
    turn.onProgress();
    turn.onRouted?.(records);
  };
}

/** Resolves when a topic that is stopped may be routed to again, because it was filled or may be tried anew, or at `stop`. */
async function untilMended(turn: Turn, { lanes, session }: Opened, stop: AbortSignal): Promise<void> {
  const waiting = lanes.flatMap(({ topic, stopped }) => (topic && stopped === REPLAYED ? [topic] : []));
  const waker = createWaker(stop);
  try {
    while (!stop.aborted) {
      await waker.pause(STOPPED_CHECK_MS);
      if (session?.mayTryAgain()) return;
      if (waiting.length === 0) continue;
      const replayed = await turn.store.replayed();
      if (waiting.some((topic) => !replayed.includes(topic))) return;
    }
  } finally {
    waker.close();
  }
}
