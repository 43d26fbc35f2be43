import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';

/** Records of a partition, both offsets included. */
export interface OffsetRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly last: number;
}

/** Nothing new for so long means that the brokers do not answer. */
const SILENCE_MS = 30_000;

/**
 * Hands over every record of the ranges, in the order of offsets within each. The library reads only within consumer
 * groups, so it joins one of its own and removes it.
 *
 * @param onMessage what it throws ends the reading
 */
export async function readRanges(
  kafka: Kafka,
  ranges: readonly OffsetRange[],
  onMessage: (range: OffsetRange, message: KafkaMessage) => void,
): Promise<void> {
  if (ranges.length === 0) return;
  const groupId = `headrace.ranges.${randomUUID()}`;
  // Control records of somebody's transaction would hold back a reader of committed records only.
  const consumer = kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    readUncommitted: true,
    allowAutoTopicCreation: false,
    retry: { retries: 2, initialRetryTime: 100, restartOnFailure: async () => false },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set(ranges.map(({ topic }) => topic))] });
    await new Promise<void>((resolve, reject) => {
      const silent = () => reject(new Error('records of a topic could not be read: the brokers are silent'));
      timer = setTimeout(silent, SILENCE_MS);
      const open = new Map(ranges.map((range) => [placeOf(range), range]));
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Told of each stretch that was read, also where nothing in it is a record.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        timer?.refresh();
        const range = open.get(placeOf(payload));
        if (!range || Number(payload.lastOffset) < range.last) return;
        // Fetched at the end of the partition, before it went to where the range begins.
        if (payload.firstOffset !== null && Number(payload.firstOffset) > range.last) return;
        open.delete(placeOf(payload));
        consumer.pause([{ topic: payload.topic, partitions: [payload.partition] }]);
        if (open.size === 0) resolve();
      });
      start(consumer, open, onMessage, reject).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
    await removeGroup(kafka, groupId);
  }
}

const placeOf = ({ topic, partition }: { topic: string; partition: number }): string =>
  `${topic}/${partition}`;

async function start(
  consumer: Consumer,
  open: ReadonlyMap<string, OffsetRange>,
  onMessage: (range: OffsetRange, message: KafkaMessage) => void,
  fail: (error: unknown) => void,
): Promise<void> {
  const take = ({ batch, isStale }: EachBatchPayload) => {
    const range = open.get(placeOf(batch));
    if (!range || isStale()) return;
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      if (offset >= range.from && offset <= range.last) onMessage(range, message);
    }
  };
  await consumer.run({
    autoCommit: false,
    eachBatch: async (payload) => {
      try {
        take(payload);
      } catch (error) {
        fail(error);
      }
    },
  });
  for (const { topic, partition, from } of open.values()) {
    consumer.seek({ topic, partition, offset: `${from}` });
  }
}

/** It holds nothing and would expire by itself. */
async function removeGroup(kafka: Kafka, groupId: string): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    await admin.deleteGroups([groupId]);
  } catch {
    // Then it expires.
  } finally {
    await admin.disconnect().catch(() => {});
  }
}
