import { randomUUID } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import { idOf, sequenceOf } from './record.js';
import { retryAdmin } from './retry.js';

/** A record of the log as it stands on the topic. */
export interface RawRecord {
  readonly partition: number;
  readonly offset: number;
  readonly sequence: number;
  readonly id: string;
}

/**
 * All records a topic of the log has now, in the order of offsets within each partition: nothing is dropped, nothing
 * checked. For proofs; a reader uses `kafkaLog`.
 *
 * @throws ForeignRecordError for a record that is none of ours
 */
export async function readTopic(kafka: Kafka, topic: string): Promise<RawRecord[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await retryAdmin(() => admin.fetchTopicOffsets(topic));
  await admin.disconnect();
  const filled = ends.filter(({ low, high }) => low !== high);
  if (filled.length === 0) return [];
  return retryAdmin(() =>
    readTo(kafka, topic, new Map(filled.map(({ partition, high }) => [partition, Number(high)]))),
  );
}

/** @param ends offsets at which the partitions end */
async function readTo(kafka: Kafka, topic: string, ends: ReadonlyMap<number, number>): Promise<RawRecord[]> {
  const open = new Map(ends);
  const records: RawRecord[] = [];
  const consumer = kafka.consumer({
    groupId: `${topic}.read.${randomUUID()}`,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
    retry: { retries: 2, initialRetryTime: 100, restartOnFailure: async () => false },
  });
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
        if (Number(lastOffset) + 1 >= (open.get(partition) ?? 0)) open.delete(partition);
        if (open.size === 0) resolve();
      });
      const run = consumer.run({
        eachBatch: async ({ batch: { partition, messages } }) => {
          try {
            for (const message of messages) {
              const sequence = sequenceOf(partition, message);
              records.push({
                partition,
                offset: Number(message.offset),
                sequence,
                id: idOf(partition, message),
              });
            }
          } catch (error) {
            reject(error);
          }
        },
      });
      run.catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  return records.sort((a, b) => a.partition - b.partition || a.offset - b.offset);
}
