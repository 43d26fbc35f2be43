import type { EventLog, LogReader } from '../event/index.js';
import { createWaker, type Waker } from '../pacing/waker.js';
import type { JournalLease, JournalStore, ReadLimit } from './port.js';

export interface JournalLogOptions {
  /** Names the reader; of several processes with this name one reads and the others stand by. */
  readonly name: string;
  /** Most events, and bytes of payload, in one delivery. More fold better while catching up, but hold more memory. */
  readonly delivery: ReadLimit;
  /** Partitions delivered at once: one can decode while another waits for its write. */
  readonly concurrency: number;
  /** How long to wait for a wake-up before looking anyway: a notification can be missed. */
  readonly pollMs: number;
  /** How long to wait after a fault, and between attempts to become the reader. */
  readonly retryMs: number;
  /** Told of each fault that is retried. */
  readonly onFault: (error: unknown) => void;
}

/** The journal read in place, as a log. */
export function journalLog(store: JournalStore, options: JournalLogOptions): EventLog {
  return {
    async run(reader, signal) {
      while (!signal.aborted) {
        const waker = createWaker(signal);
        try {
          const lease = await store.lease(options.name, waker.wake);
          if (lease) await readUnderLease(store, options, reader, lease, waker, signal);
          else await waker.wait(options.retryMs);
        } catch (error) {
          options.onFault(error);
          // Not woken: a busy journal would wake it at once, again and again.
          await waker.pause(options.retryMs);
        } finally {
          waker.close();
        }
      }
    },
  };
}

async function readUnderLease(
  store: JournalStore,
  options: JournalLogOptions,
  reader: LogReader,
  lease: JournalLease,
  waker: Waker,
  signal: AbortSignal,
): Promise<void> {
  const stop = AbortSignal.any([signal, lease.lost]);
  const partitions = new Map<number, PartitionState>();
  try {
    for (const partition of (await store.heads()).keys()) {
      const state = partitionState(waker.wake);
      partitions.set(partition, state);
      await ask(reader, partition, state);
    }
    while (!stop.aborted) {
      const delivered = await deliverOnce(store, options, reader, partitions, stop);
      if (delivered === 0) await waker.wait(options.pollMs);
    }
  } finally {
    for (const partition of partitions.keys()) await reader.revoked(partition);
    await lease.release();
  }
}

interface PartitionState {
  /** Sequence of the last event delivered; `ask` where the reader must be asked, `idle` where it wants nothing yet. */
  place: number | 'ask' | 'idle';
  /** By the monotonic clock: after a fault the partition is left alone for a while, and the others go on. */
  restsUntil: number;
  /** For the reader that wants to be asked. */
  readonly askAgain: () => void;
}

function partitionState(wake: () => void): PartitionState {
  const state: PartitionState = {
    place: 'ask',
    restsUntil: 0,
    askAgain() {
      state.place = 'ask';
      wake();
    },
  };
  return state;
}

async function ask(reader: LogReader, partition: number, state: PartitionState): Promise<void> {
  state.place = 'idle';
  try {
    const place = await reader.assigned(partition, state.askAgain);
    // It may want to be asked again already.
    if (place !== undefined && isIdle(state)) state.place = place;
  } catch (error) {
    state.place = 'ask';
    throw error;
  }
}

const isIdle = ({ place }: PartitionState) => place === 'idle';

/** One delivery for each partition that is behind its head. @returns the number of events delivered. */
async function deliverOnce(
  store: JournalStore,
  options: JournalLogOptions,
  reader: LogReader,
  partitions: ReadonlyMap<number, PartitionState>,
  stop: AbortSignal,
): Promise<number> {
  const heads = await store.heads();
  const behind = [...partitions].filter(
    ([partition, { place, restsUntil }]) =>
      place !== 'idle' &&
      (heads.get(partition) ?? 0) > (place === 'ask' ? 0 : place) &&
      restsUntil <= performance.now(),
  );
  let delivered = 0;
  const lane = async () => {
    for (let next = behind.shift(); next && !stop.aborted; next = behind.shift()) {
      const [partition, state] = next;
      try {
        delivered += await deliverNext(store, options, reader, partition, state, heads.get(partition) ?? 0);
      } catch (error) {
        state.place = 'ask';
        state.restsUntil = performance.now() + options.retryMs;
        options.onFault(error);
      }
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, lane));
  return delivered;
}

async function deliverNext(
  store: JournalStore,
  options: JournalLogOptions,
  reader: LogReader,
  partition: number,
  state: PartitionState,
  head: number,
): Promise<number> {
  if (state.place === 'ask') await ask(reader, partition, state);
  const after = state.place;
  if (typeof after !== 'number') return 0;
  const events = await store.read(partition, after, options.delivery);
  const last = events.at(-1);
  if (!last) return 0;
  await reader.deliver(partition, events, last.sequence < head);
  // Unless it wants to be asked.
  if (state.place === after) state.place = last.sequence;
  return events.length;
}
