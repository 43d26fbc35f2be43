import type { Admin } from 'kafkajs';
import type { Bounds, Committed, Partition, Progress } from '../../consumer/port.js';
import { retryAdmin } from './retry.js';

export interface PartitionPlace extends Partition {
  readonly committed: Committed;
  readonly bounds: Bounds;
}

/** As brokers say that nothing was committed. */
const NONE = '-1';

/** Where a group stands in each of these partitions, and where they begin and end. */
export async function readPlaces(
  admin: Admin,
  group: string,
  partitions: readonly Partition[],
): Promise<PartitionPlace[]> {
  const topics = [...new Set(partitions.map(({ topic }) => topic))];
  if (topics.length === 0) return [];
  const committed = new Map<string, Progress>();
  for (const found of await retryAdmin(() => admin.fetchOffsets({ groupId: group, topics }))) {
    for (const { partition, offset, metadata } of found.partitions) {
      if (offset === NONE) continue;
      // The client library commits -2, "the earliest", where an offset was out of range.
      committed.set(`${found.topic}/${partition}`, {
        offset: Math.max(0, Number(offset)),
        note: metadata ?? '',
      });
    }
  }
  const bounds = new Map<string, Bounds>();
  for (const topic of topics) {
    for (const { partition, low, high } of await retryAdmin(() => admin.fetchTopicOffsets(topic))) {
      bounds.set(`${topic}/${partition}`, { low: Number(low), high: Number(high) });
    }
  }
  return partitions.map(({ topic, partition }) => {
    const name = `${topic}/${partition}`;
    const found = bounds.get(name);
    if (!found) throw new Error(`${name}: assigned, but not on the brokers`);
    return { topic, partition, committed: committed.get(name) ?? 'never', bounds: found };
  });
}
