import { type EventToAppend, type Position, partitionOf } from '../event/index.js';
import type { LogTransaction } from './port.js';

/**
 * Appends, and tells how far a reader must be in each partition to know of it. In a partition that took nothing now,
 * what a request is about was appended before: the partition's head is a position that certainly has it.
 *
 * @param partitions those asked about, besides those that take an event
 */
export async function appendAndLocate(
  transaction: LogTransaction,
  events: readonly EventToAppend[],
  partitions: readonly number[],
): Promise<ReadonlyMap<number, Position>> {
  const written = new Set(
    events.map(({ envelope }) => partitionOf(envelope.key, transaction.partitionCount)),
  );
  const unwritten = [...new Set(partitions)].filter((partition) => !written.has(partition));
  const heads = unwritten.length === 0 ? [] : await transaction.headPositions(unwritten);
  const appended = events.length === 0 ? [] : await transaction.append(events);
  return new Map([...heads, ...appended].map((position) => [position.partition, position]));
}
