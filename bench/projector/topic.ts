import { createKafka, type KafkaSettings, type LogSchemas } from '../../src/adapters/kafka/index.js';
import { toMessage } from '../../src/adapters/kafka/record.js';
import { retryAdmin } from '../../src/adapters/kafka/retry.js';
import type { Catalogue } from '../../src/catalogue/index.js';
import { createRandom } from '../../src/cli/random.js';
import { newEventId, partitionOf, type RecordedEvent } from '../../src/event/index.js';

export const PARTITIONS = 6;
const TYPE = 'ink.conversation.closed';
const VERSION = 'v1';

export interface TopicContent {
  readonly topic: string;
  readonly events: number;
  /** Accounts that the events are about, drawn evenly. */
  readonly keys: number;
  readonly seed: number;
}

/** Records of one request. */
const REQUEST = 6_000;
const REASON = 'The customer asked about the move to us; answered, and nothing is left to do. Reference ';

/** Makes the topic and fills it as the relay would: CloudEvents headers, Avro of 300 to 400 bytes, keys in random order. */
export async function fillTopic(
  settings: KafkaSettings,
  catalogue: Catalogue,
  schemas: LogSchemas,
  content: TopicContent,
): Promise<void> {
  const kafka = createKafka(settings);
  const admin = kafka.admin();
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: () => (record) => record.message.partition ?? 0,
  });
  await admin.connect();
  await producer.connect();
  try {
    // As the relay makes it: the events' times lie in the past, and the broker would soon remove them.
    const configEntries = [{ name: 'retention.ms', value: '-1' }];
    await retryAdmin(() =>
      admin.createTopics({ topics: [{ topic: content.topic, numPartitions: PARTITIONS, configEntries }] }),
    );
    const schemaId = await schemas.idOf(TYPE, VERSION);
    const events = drawEvents(catalogue, content);
    for (let done = 0; done < content.events; done += REQUEST) {
      const messages = [...take(events, REQUEST)].map((event) => toMessage(event, schemaId));
      await producer.send({ topic: content.topic, acks: -1, messages });
    }
  } finally {
    await producer.disconnect();
    await admin.disconnect();
  }
}

function* take<T>(from: Iterator<T>, count: number): Generator<T> {
  for (let i = 0; i < count; i++) {
    const next = from.next();
    if (next.done) return;
    yield next.value;
  }
}

function* drawEvents(catalogue: Catalogue, { events, keys, seed }: TopicContent): Generator<RecordedEvent> {
  const random = createRandom(seed);
  const sequences = new Array<number>(PARTITIONS).fill(0);
  for (let n = 0; n < events; n++) {
    const key = `A-${random.between(0, keys - 1)}`;
    const partition = partitionOf(key, PARTITIONS);
    const sequence = (sequences[partition] ?? 0) + 1;
    sequences[partition] = sequence;
    const at = Date.UTC(2026, 0, 1) + n;
    const time = new Date(at).toISOString();
    const payload = catalogue.encode(TYPE, VERSION, {
      conversation_id: n,
      conversation_relay_id: Buffer.from(`conversation:${n}:${seed}`).toString('base64'),
      account_number: key,
      latest_contacted_account_user_number: `U-${n}`,
      support_user_id: n % 500,
      actor_type: 'support_user',
      actor_id: n % 500,
      organisation_id: 1,
      closed_at: time,
      reason: `${REASON}${n}`.padEnd(200 + (n % 50), '.'),
    });
    yield {
      partition,
      sequence,
      appendedAt: at,
      payload,
      envelope: {
        id: newEventId(),
        source: 'crm',
        type: TYPE,
        version: VERSION,
        time,
        subject: `account/${key}`,
        key,
        importSupplier: null,
        organisation: 'northern',
        causationId: null,
        correlationId: null,
        traceparent: null,
      },
    };
  }
}

export async function removeTopic(settings: KafkaSettings, topic: string): Promise<void> {
  const admin = createKafka(settings).admin();
  await admin.connect();
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}
