import { randomBytes } from 'node:crypto';
import {
  createKafka,
  createRelayTopic,
  type KafkaSettings,
  type LogSchemas,
} from '../../src/adapters/kafka/index.js';
import { readTopic } from '../../src/adapters/kafka/read-topic.js';
import { toMessage } from '../../src/adapters/kafka/record.js';
import { retryAdmin } from '../../src/adapters/kafka/retry.js';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { createRelayJournal } from '../../src/adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../src/adapters/postgres/relay-store.js';
import type { RecordedEvent } from '../../src/event/index.js';
import { createRelay, type RelayOptions } from '../../src/relay/index.js';
import { jsonEvent } from '../support/events.js';

const SCHEMAS = ['thing.happened v1', 'thing.happened v2', 'item.moved v1', 'item.said v1'];

/** A small registry: the same answers for everybody. */
export const schemas: LogSchemas = {
  idOf: async (type, version) => 1 + SCHEMAS.indexOf(`${type} ${version}`),
  meaningOf: async (id) => {
    const [type, version] = (SCHEMAS[id - 1] ?? '').split(' ');
    return type && version ? { type, version, recode: undefined } : undefined;
  },
};

export const settingsFor = (brokers: readonly string[]): KafkaSettings => ({
  brokers,
  clientId: 'headrace-test',
});

export const newTopic = (prefix: string) => `${prefix}events-${randomBytes(4).toString('hex')}`;

/** A relay over a test database, quick to notice things. */
export function relayOver(
  pool: Pool,
  settings: KafkaSettings,
  topic: string,
  changed: Partial<RelayOptions> = {},
) {
  return createRelay({
    journal: createRelayJournal(pool),
    store: createRelayStore(pool),
    topic: createRelayTopic(settings, topic, schemas),
    holder: 'test',
    leaseMs: 2_000,
    partitionEvents: 200,
    partitionBytes: 900_000,
    pollMs: 200,
    retryMs: 100,
    onFault: () => {},
    ...changed,
  });
}

/** Runs it in the background. `stop` rejects with the fault that ended it. */
export function started(run: (signal: AbortSignal) => Promise<void>): {
  stop(): Promise<void>;
  ended: Promise<void>;
} {
  const stop = new AbortController();
  const ended = run(stop.signal);
  ended.catch(() => {});
  return {
    ended,
    stop: () => {
      stop.abort();
      return ended;
    },
  };
}

export async function makeTopic(
  settings: KafkaSettings,
  topic: string,
  numPartitions: number,
  configs: Readonly<Record<string, string>> = {
    'cleanup.policy': 'delete',
    'retention.ms': '-1',
    'retention.bytes': '-1',
  },
): Promise<void> {
  const admin = createKafka(settings).admin();
  await admin.connect();
  const configEntries = Object.entries(configs).map(([name, value]) => ({ name, value }));
  await retryAdmin(() => admin.createTopics({ topics: [{ topic, numPartitions, configEntries }] }));
  await admin.disconnect();
}

export const eventAt = (
  partition: number,
  sequence: number,
  id = `e-${partition}-${sequence}`,
): RecordedEvent => ({
  ...jsonEvent({ type: 'thing.happened', id, key: `k${partition}` }, { sequence }),
  partition,
  sequence,
  appendedAt: Date.now(),
});

/** Writes events to a topic as a relay does, in the order given, whatever their sequences. */
export async function publish(
  settings: KafkaSettings,
  topic: string,
  events: readonly RecordedEvent[],
  transactional = false,
): Promise<void> {
  const kafka = createKafka(settings);
  const messages = await Promise.all(
    events.map(async (event) =>
      toMessage(event, await schemas.idOf(event.envelope.type, event.envelope.version)),
    ),
  );
  const createPartitioner = () => (record: { message: { partition?: number } }) =>
    record.message.partition ?? 0;
  if (!transactional) {
    const producer = kafka.producer({ createPartitioner });
    await producer.connect();
    await producer.send({ topic, messages });
    return producer.disconnect();
  }
  const transactionalId = `tx-${randomBytes(4).toString('hex')}`;
  const producer = kafka.producer({
    createPartitioner,
    idempotent: true,
    maxInFlightRequests: 1,
    transactionalId,
  });
  await producer.connect();
  const transaction = await producer.transaction();
  await transaction.send({ topic, messages });
  await transaction.commit();
  await producer.disconnect();
}

/** All records of a topic, by partition in the order of offsets. */
export const readAll = (settings: KafkaSettings, topic: string) => readTopic(createKafka(settings), topic);
