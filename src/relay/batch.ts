import type { RecordedEvent } from '../event/index.js';
import { RelayMismatch } from './mismatch.js';
import type { ByPartition } from './port.js';

/** A record's headers and framing take some hundred bytes; counting more only makes batches a little smaller. */
const OVERHEAD_BYTES = 1_024;

/**
 * Cuts what was read to what one request may carry of a partition; at least one event stays.
 *
 * @throws RelayMismatch where the journal does not go on right behind `positions`
 */
export function cutBatch(
  read: ByPartition<readonly RecordedEvent[]>,
  positions: ByPartition<number>,
  partitionBytes: number,
): Map<number, readonly RecordedEvent[]> {
  const batch = new Map<number, readonly RecordedEvent[]>();
  for (const [partition, events] of read) {
    let sequence = positions.get(partition) ?? 0;
    let sizeBytes = 0;
    let count = 0;
    for (const event of events) {
      if (event.sequence !== sequence + 1) {
        throw new RelayMismatch(
          `partition ${partition}: the journal goes from sequence ${sequence} to ${event.sequence}: ` +
            'rows were removed that the topic never got. See docs/relay.md.',
        );
      }
      sizeBytes += event.payload.length + OVERHEAD_BYTES;
      if (count > 0 && sizeBytes > partitionBytes) break;
      sequence = event.sequence;
      count++;
    }
    if (count > 0) batch.set(partition, count === events.length ? events : events.slice(0, count));
  }
  return batch;
}

/** The newest sequence of each partition of a batch. */
export function lastSequences(batch: ByPartition<readonly RecordedEvent[]>): Map<number, number> {
  return new Map([...batch].map(([partition, events]) => [partition, events.at(-1)?.sequence ?? 0]));
}
