import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka, KafkaMessage } from 'kafkajs';
import { readingConsumer } from './reading-consumer.js';
import { retryAdmin } from './retry.js';

/** Records of a partition, both offsets included. */
export interface OffsetRange {
  readonly topic: string;
  readonly partition: number;
  readonly from: number;
  readonly last: number;
}

type OnMessage = (range: OffsetRange, message: KafkaMessage) => void;

/** What is still to be read of a range: it begins behind what was handed over. */
interface OpenRange {
  readonly range: OffsetRange;
  from: number;
}

/** Nothing new for so long means that the brokers do not answer. */
const SILENCE_MS = 30_000;

/**
 * Hands over every record of the ranges once, in the order of offsets within each. Where the brokers say that it may yet
 * succeed, e.g. while the coordinator of the group is loading, it goes on behind what was handed over.
 *
 * @param onMessage what it throws ends the reading
 */
export async function readRanges(
  kafka: Kafka,
  ranges: readonly OffsetRange[],
  onMessage: OnMessage,
): Promise<void> {
  const open = new Map(ranges.map((range) => [placeOf(range), { range, from: range.from }]));
  await retryAdmin(async () => {
    if (open.size > 0) await readOpen(kafka, open, onMessage);
  });
}

/** The library reads only within consumer groups, so it joins one of its own and removes it. */
async function readOpen(kafka: Kafka, open: Map<string, OpenRange>, onMessage: OnMessage): Promise<void> {
  const groupId = `headrace.ranges.${randomUUID()}`;
  const consumer = readingConsumer(kafka, groupId);
  let timer: NodeJS.Timeout | undefined;
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [...new Set([...open.values()].map(({ range }) => range.topic))] });
    await new Promise<void>((resolve, reject) => {
      const silent = () => reject(new Error('records of a topic could not be read: the brokers are silent'));
      timer = setTimeout(silent, SILENCE_MS);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Told of each stretch that was read, also where nothing in it is a record.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload }) => {
        timer?.refresh();
        const range = open.get(placeOf(payload))?.range;
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
  open: ReadonlyMap<string, OpenRange>,
  onMessage: OnMessage,
  fail: (error: unknown) => void,
): Promise<void> {
  const take = ({ batch, isStale }: EachBatchPayload) => {
    const one = open.get(placeOf(batch));
    if (!one || isStale()) return;
    for (const message of batch.messages) {
      const offset = Number(message.offset);
      if (offset < one.from || offset > one.range.last) continue;
      onMessage(one.range, message);
      one.from = offset + 1;
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
  for (const { range, from } of open.values()) {
    const { topic, partition } = range;
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
