import fc from 'fast-check';
import type { RecordedEvent } from '../../src/event/index.js';
import type { Batch } from './projection-spec.js';

/**
 * A way to deliver a log: partitions take turns in any order, each taking any number of its next events at a time.
 * `turns` are read as often as needed; each says which of the partitions that have events left, and how many.
 */
export function interleaved(
  events: readonly RecordedEvent[],
  turns: readonly (readonly [number, number])[],
): readonly Batch[] {
  const queues = new Map<number, RecordedEvent[]>();
  for (const event of events) queues.set(event.partition, [...(queues.get(event.partition) ?? []), event]);
  const batches: Batch[] = [];
  for (let turn = 0; queues.size > 0; turn++) {
    const [which, count] = turns[turn % turns.length] ?? [0, 1];
    const partition = [...queues.keys()][which % queues.size] ?? 0;
    const queue = queues.get(partition) ?? [];
    batches.push({ partition, events: queue.splice(0, count) });
    if (queue.length === 0) queues.delete(partition);
  }
  return batches;
}

/** Turns for {@link interleaved}. */
export const turns = () =>
  fc.array(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 20 });
