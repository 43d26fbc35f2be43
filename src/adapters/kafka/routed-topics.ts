import type { Kafka, Message, Producer } from 'kafkajs';
import type { Origin, RoutedRecord, RoutedTopics, TopicOffset, TopicsSession } from '../../router/port.js';
import type { KafkaSettings } from './client.js';
import { ensureTopics } from './ensure-topics.js';
import { openGuarded } from './guarded-client.js';
import { readRanges } from './read-range.js';
import { retryAdmin } from './retry.js';
import { originOf, toRoutedMessage } from './routed-record.js';
import { KnownSchemas, type LogSchemas } from './schemas.js';
import { TopicRefusals } from './topic-refusals.js';

/** Each try of a topic that refuses for good costs all others the moment that a new session takes. */
const REFUSED_RETRY_MS = 300_000;

/**
 * The topics of the routes, as the router writes them.
 *
 * @param refusedRetryMs after how long a topic that refused what was sent to it is tried again
 */
export function createRoutedTopics(
  settings: KafkaSettings,
  schemas: LogSchemas,
  refusedRetryMs = REFUSED_RETRY_MS,
): RoutedTopics {
  const known = new KnownSchemas(schemas);
  const refusals = new TopicRefusals(refusedRetryMs);
  return {
    async open(topics, partitionCount, mayWrite) {
      const refusing = refusals.current();
      let refused: ReadonlyMap<string, string> = refusing;
      const { kafka, producer, close } = await openGuarded(settings, mayWrite, async (admin) => {
        refused = new Map([...refusing, ...(await ensureTopics(admin, topics, partitionCount))]);
      });
      const usable = topics.filter((topic) => !refused.has(topic));
      const session: TopicsSession = {
        refused,
        ends: () => endsOf(kafka, usable),
        originsFrom: (places) => newestOrigins(kafka, places),
        mayTryAgain: () => refusals.current().size < refusing.size,
        send: (records) => send(producer, known, refusals, records),
        close,
      };
      return session;
    },
  };
}

type TopicEnd = TopicOffset & { readonly beginning: number };

async function endsOf(kafka: Kafka, topics: readonly string[]): Promise<TopicEnd[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const ends: TopicEnd[] = [];
    for (const topic of topics) {
      for (const { partition, low, high } of await retryAdmin(() => admin.fetchTopicOffsets(topic))) {
        ends.push({ topic, partition, offset: Number(high), beginning: Number(low) });
      }
    }
    return ends;
  } finally {
    await admin.disconnect();
  }
}

/** The newest record of each partition of the log in each partition of the topics, from the given places to the ends. */
async function newestOrigins(kafka: Kafka, places: readonly TopicOffset[]): Promise<Origin[]> {
  if (places.length === 0) return [];
  const topics = [...new Set(places.map(({ topic }) => topic))];
  const ends = new Map(
    (await endsOf(kafka, topics)).map(({ topic, partition, offset }) => [`${topic}/${partition}`, offset]),
  );
  const ranges = places.flatMap(({ topic, partition, offset: from }) => {
    const last = (ends.get(`${topic}/${partition}`) ?? 0) - 1;
    return last >= from ? [{ topic, partition, from, last }] : [];
  });
  const newest = new Map<string, Origin>();
  await readRanges(kafka, ranges, ({ topic, partition }, message) => {
    const origin = originOf(topic, partition, message);
    // Not ours: whoever wrote it, it says nothing of how far we are.
    if (!origin) return;
    const place = `${topic}/${partition}/${origin.source.partition}`;
    if (origin.source.sequence > (newest.get(place)?.source.sequence ?? 0)) newest.set(place, origin);
  });
  return [...newest.values()];
}

async function send(
  producer: Producer,
  known: KnownSchemas,
  refusals: TopicRefusals,
  records: readonly RoutedRecord[],
): Promise<TopicOffset[]> {
  const byTopic = new Map<string, Message[]>();
  const counts = new Map<string, number>();
  for (const record of records) {
    const { type } = record.event.envelope;
    const schemaId = known.id(type, record.version) ?? (await known.learnId(type, record.version));
    const messages = byTopic.get(record.topic) ?? [];
    if (messages.length === 0) byTopic.set(record.topic, messages);
    messages.push(toRoutedMessage(record, schemaId));
    const place = `${record.topic}/${record.partition}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const ends: TopicOffset[] = [];
  for (const topics of refusals.requests([...byTopic.keys()])) {
    const topicMessages = topics.map((topic) => ({ topic, messages: byTopic.get(topic) ?? [] }));
    try {
      for (const answer of await producer.sendBatch({ acks: -1, topicMessages })) {
        const { topicName: topic, partition, baseOffset } = answer;
        const first = Number(baseOffset);
        // Without an offset the next start looks from further back.
        if (!Number.isSafeInteger(first) || first < 0) continue;
        ends.push({ topic, partition, offset: first + (counts.get(`${topic}/${partition}`) ?? 0) });
      }
    } catch (error) {
      refusals.failed(topics, error);
      throw error;
    }
  }
  refusals.taken();
  return ends;
}
