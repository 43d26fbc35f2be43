import type { EventLog, LogReader } from '../event/index.js';
import { createWaker, type Waker } from '../pacing/waker.js';
import type { JournalLease, JournalStore } from './port.js';

export interface JournalLogOptions {
  /** Names the reader; of several processes with this name one reads and the others stand by. */
  readonly name: string;
  /** Most events in one delivery. More fold better while catching up, but hold more memory. */
  readonly deliveryEvents: number;
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
          await waker.wait(options.retryMs);
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
  const positions = new Map<number, number>();
  try {
    for (const partition of (await store.heads()).keys())
      positions.set(partition, await reader.assigned(partition));
    while (!stop.aborted) {
      const delivered = await deliverOnce(store, options, reader, positions, stop);
      if (delivered === 0) await waker.wait(options.pollMs);
    }
  } finally {
    for (const partition of positions.keys()) await reader.revoked(partition);
    await lease.release();
  }
}

/** One delivery for each partition that is behind its head. @returns the number of events delivered. */
async function deliverOnce(
  store: JournalStore,
  options: JournalLogOptions,
  reader: LogReader,
  positions: Map<number, number>,
  stop: AbortSignal,
): Promise<number> {
  const behind = [...(await store.heads())].filter(
    ([partition, head]) => head > (positions.get(partition) ?? 0),
  );
  let delivered = 0;
  const lane = async () => {
    for (let next = behind.shift(); next && !stop.aborted; next = behind.shift()) {
      const [partition] = next;
      const events = await store.read(partition, positions.get(partition) ?? 0, options.deliveryEvents);
      const last = events.at(-1);
      if (!last) continue;
      await reader.deliver(partition, events);
      positions.set(partition, last.sequence);
      delivered += events.length;
    }
  };
  // All lanes are awaited even when one fails, so that no delivery is under way when the partitions are revoked.
  const lanes = await Promise.allSettled(Array.from({ length: options.concurrency }, lane));
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return delivered;
}
