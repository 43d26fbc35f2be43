import type { EventLog, LogReader, RecordedEvent } from '../event/index.js';
import type { ByPartition } from './port.js';

/** A part of the log: from right behind one place to another, in each partition. */
export interface Stretch {
  readonly after: ByPartition<number>;
  readonly upTo: ByPartition<number>;
}

/** How many events a stretch has. */
export function lengthOf({ after, upTo }: Stretch): number {
  return [...upTo].reduce((sum, [partition, to]) => sum + Math.max(0, to - (after.get(partition) ?? 0)), 0);
}

/**
 * Reads a stretch of the log once, and ends.
 *
 * @param take takes events of one partition, in order; what it throws ends the reading
 * @throws what `take` throws
 */
export async function readUpTo(
  log: EventLog,
  { after, upTo }: Stretch,
  take: (partition: number, events: readonly RecordedEvent[]) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const places = new Map([...upTo.keys()].map((partition) => [partition, after.get(partition) ?? 0]));
  const isDone = (partition: number) => (places.get(partition) ?? 0) >= (upTo.get(partition) ?? 0);
  let fault: { readonly error: unknown } | undefined;
  const reader: LogReader = {
    assigned: async (partition) => places.get(partition) ?? 0,
    async deliver(partition, events) {
      if (events.length === 0 || over.signal.aborted || isDone(partition)) return;
      const news = events.filter(({ sequence }) => sequence <= (upTo.get(partition) ?? 0));
      try {
        await take(partition, news);
      } catch (error) {
        // A log would try again for ever.
        fault ??= { error };
        over.abort();
        return;
      }
      places.set(partition, news.at(-1)?.sequence ?? 0);
      if ([...places.keys()].every(isDone)) over.abort();
    },
    async revoked() {},
  };
  if ([...places.keys()].every(isDone)) return;
  await log.run(reader, AbortSignal.any([signal, over.signal]));
  if (fault) throw fault.error;
  signal.throwIfAborted();
}
