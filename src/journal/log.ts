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
      partitions.set(partition, { sequence: await reader.assigned(partition), restsUntil: 0 });
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
  /** Of the last event delivered; undefined after a fault: then the reader must be asked. */
  sequence: number | undefined;
  /** By the monotonic clock: after a fault the partition is left alone for a while, and the others go on. */
  restsUntil: number;
}

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
    ([partition, { sequence, restsUntil }]) =>
      (heads.get(partition) ?? 0) > (sequence ?? 0) && restsUntil <= performance.now(),
  );
  let delivered = 0;
  const lane = async () => {
    for (let next = behind.shift(); next && !stop.aborted; next = behind.shift()) {
      const [partition, state] = next;
      try {
        delivered += await deliverNext(store, options, reader, partition, state, heads.get(partition) ?? 0);
      } catch (error) {
        state.sequence = undefined;
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
  state.sequence ??= await reader.assigned(partition);
  const events = await store.read(partition, state.sequence, options.delivery);
  const last = events.at(-1);
  if (!last) return 0;
  await reader.deliver(partition, events, last.sequence < head);
  state.sequence = last.sequence;
  return events.length;
}
