import type { Kafka } from 'kafkajs';
import type { Origin } from '../../router/port.js';
import { readRanges } from './read-range.js';
import { retryAdmin } from './retry.js';
import { originOf } from './routed-record.js';

/** Where the records of a routed topic come from, all of them as they stand. For proofs. */
export async function readOrigins(kafka: Kafka, topic: string): Promise<Origin[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await retryAdmin(() => admin.fetchTopicOffsets(topic));
  await admin.disconnect();
  const ranges = ends.flatMap(({ partition, low, high }) =>
    Number(high) > Number(low) ? [{ topic, partition, from: Number(low), last: Number(high) - 1 }] : [],
  );
  const origins: Origin[] = [];
  await readRanges(kafka, ranges, ({ partition }, message) => {
    const origin = originOf(topic, partition, message);
    if (origin) origins.push(origin);
  });
  return origins;
}
