import { randomUUID } from 'node:crypto';
import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { type RelayMismatch as Mismatch, RelayMismatch, type TopicTail } from '../../relay/index.js';
import { readingConsumer } from './reading-consumer.js';
import { ForeignRecordError, idOf, sequenceOf } from './record.js';
import { retryAdmin } from './retry.js';

/** Records looked at from the end at first; each further look goes back so many times further. */
const WINDOW_RECORDS = 64;
const WINDOW_GROWTH = 8;
/** Longer means that the brokers do not answer. */
const DEADLINE_MS = 30_000;

interface Search {
  /** First and last offset of the partition. */
  readonly low: number;
  readonly last: number;
  readonly floor: number;
  /** Where this look begins. */
  from: number;
  window: number;
  newest: TopicTail | undefined;
}

/**
 * The greatest sequence among the last records of each partition of `topic`: looks back from the end until a record is
 * not below the partition's floor, or the partition begins. The library reads only within consumer groups, so it joins
 * one of its own and removes it.
 *
 * @throws RelayMismatch for a record that is none of ours
 */
export async function readTails(
  kafka: Kafka,
  topic: string,
  floors: ReadonlyMap<number, number>,
): Promise<Map<number, TopicTail>> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const searches = new Map<number, Search>();
    for (const { partition, low, high } of await retryAdmin(() => admin.fetchTopicOffsets(topic))) {
      if (Number(high) > Number(low)) searches.set(partition, begin(low, high, floors.get(partition) ?? 0));
    }
    if (searches.size === 0) return new Map();
    const groupId = `${topic}.tails.${randomUUID()}`;
    await retryAdmin(() => search(kafka, topic, groupId, searches));
    // It holds nothing and would expire by itself.
    await admin.deleteGroups([groupId]).catch(() => {});
    const tails = [...searches].flatMap(([partition, { newest }]) =>
      newest ? [[partition, newest] as const] : [],
    );
    return new Map(tails);
  } finally {
    await admin.disconnect();
  }
}

function begin(low: string, high: string, floor: number): Search {
  const last = Number(high) - 1;
  return {
    low: Number(low),
    last,
    floor,
    from: Math.max(Number(low), last - WINDOW_RECORDS + 1),
    window: WINDOW_RECORDS,
    newest: undefined,
  };
}

async function search(
  kafka: Kafka,
  topic: string,
  groupId: string,
  searches: ReadonlyMap<number, Search>,
): Promise<void> {
  const consumer = readingConsumer(kafka, groupId);
  let timer: NodeJS.Timeout | undefined;
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic] });
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the tails of the topic could not be read')), DEADLINE_MS);
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const open = new Set(searches.keys());
      // Told of each stretch that was read, also where nothing in it is a record.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
        const one = searches.get(partition);
        if (!one || !open.has(partition) || Number(lastOffset) < one.last) return;
        if ((one.newest?.sequence ?? 0) >= Math.max(one.floor, 1) || one.from === one.low)
          open.delete(partition);
        else lookFurtherBack(consumer, topic, partition, one);
        if (open.size === 0) resolve();
      });
      start(consumer, topic, searches, reject).catch(reject);
    });
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
  }
}

async function start(
  consumer: Consumer,
  topic: string,
  searches: ReadonlyMap<number, Search>,
  fail: (error: Mismatch) => void,
): Promise<void> {
  await consumer.run({
    autoCommit: false,
    eachBatch: async (payload) => {
      const one = searches.get(payload.batch.partition);
      if (!one || payload.isStale()) return;
      try {
        note(one, payload);
      } catch (error) {
        if (!(error instanceof ForeignRecordError)) throw error;
        fail(new RelayMismatch(`${topic}: ${error.message}: somebody else writes to this topic.`));
      }
    },
  });
  for (const [partition, { from }] of searches) consumer.seek({ topic, partition, offset: `${from}` });
}

function note(one: Search, { batch }: EachBatchPayload): void {
  for (const message of batch.messages) {
    if (Number(message.offset) < one.from) continue;
    const sequence = sequenceOf(batch.partition, message);
    if (sequence > (one.newest?.sequence ?? 0)) one.newest = { sequence, id: idOf(batch.partition, message) };
  }
}

function lookFurtherBack(consumer: Consumer, topic: string, partition: number, one: Search): void {
  one.window *= WINDOW_GROWTH;
  one.from = Math.max(one.low, one.last - one.window + 1);
  consumer.seek({ topic, partition, offset: `${one.from}` });
}
