import { randomBytes } from 'node:crypto';
import type { Message } from 'kafkajs';
import { vi } from 'vitest';
import { createKafka, type KafkaSettings } from '../../src/adapters/kafka/index.js';
import { toMessage } from '../../src/adapters/kafka/record.js';
import { embeddedRegistry } from '../../src/adapters/registry/embedded.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { type ConnectionOptions, type Consumer, consume } from '../../src/consumer/index.js';
import { ORIGIN_HEADER } from '../../src/consumer/origins.js';
import type { Envelope } from '../../src/event/index.js';
import { envelope } from '../support/events.js';

export const catalogue = await loadCatalogue();
const idOf = await embeddedRegistry(schemasOf(catalogue)).register();

export const WAIT = { timeout: 25_000, interval: 20 };

export const newName = (prefix: string, what: string) => `${prefix}${what}-${randomBytes(4).toString('hex')}`;

/** A consumer that is quick to notice things; its faults are collected. */
export function quick(brokers: readonly string[], topic: string, group: string) {
  const faults: Error[] = [];
  const options = {
    brokers,
    topics: [topic],
    group,
    sessionMs: 6_000,
    rebalanceMs: 6_000,
    fetchWaitMs: 100,
    retry: { attempts: 3, firstMs: 20, mostMs: 100 },
    onFault: (fault) => void faults.push(fault),
  } satisfies ConnectionOptions;
  return { options, faults };
}

/** An event as the router writes it: source partition and sequence, and where in the topic it is to stand. */
export interface Routed {
  readonly origin: readonly [partition: number, sequence: number] | undefined;
  readonly partition?: number;
  readonly type?: string;
  readonly version?: string;
  readonly data?: object;
  readonly known?: Partial<Envelope>;
  /** Schema id instead of the right one. */
  readonly schemaId?: number;
}

/** `agreement.revoked` in its first version, unless something else is said; its agreement is its sequence. */
export function routed(event: Routed): Message {
  const { origin, partition = 0, type = 'agreement.revoked', version = 'v1' } = event;
  const [source, sequence] = origin ?? [0, 1];
  const data = event.data ?? { agreement_id: sequence };
  const payload =
    version === 'current'
      ? catalogue.encodeCurrent(type, data)
      : catalogue.encodeUnknown(type, version, data);
  const id = event.schemaId ?? idOf(type, version) ?? -1;
  const known = { id: `e-${source}-${sequence}`, key: `k${source}`, ...event.known };
  const message = toMessage(
    { envelope: envelope({ type, version, ...known }), payload, partition, sequence, appendedAt: Date.now() },
    id,
  );
  if (!origin) return message;
  return { ...message, headers: { ...message.headers, [ORIGIN_HEADER]: `${source}/${sequence}` } };
}

/** Events `from` to `to` of a source partition. */
export const range = (source: number, from: number, to: number, more: Partial<Routed> = {}) =>
  Array.from({ length: to - from + 1 }, (_, i) => routed({ ...more, origin: [source, from + i] }));

export async function write(settings: KafkaSettings, topic: string, messages: Message[]): Promise<void> {
  const producer = createKafka(settings).producer({
    createPartitioner: () => (record) => record.message.partition ?? 0,
  });
  await producer.connect();
  await producer.send({ topic, messages });
  await producer.disconnect();
}

/** What a group has committed for a partition of a topic. */
export async function committed(settings: KafkaSettings, group: string, topic: string, partition = 0) {
  const admin = createKafka(settings).admin();
  await admin.connect();
  const [found] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
  await admin.disconnect();
  const at = found?.partitions.find((one) => one.partition === partition);
  return { offset: Number(at?.offset), note: at?.metadata ?? '' };
}

/**
 * Consumes ten events; the first seven go from the topic while the fourth is refused.
 * @param behind called where the fourth one to get through is handled
 */
export async function readAsTheyGo(
  settings: KafkaSettings,
  topic: string,
  options: ConnectionOptions,
  behind: (consumer: Consumer) => void,
) {
  await write(settings, topic, range(0, 1, 10));
  const handled: number[] = [];
  let refuse = true;
  const consumer = consume({
    ...options,
    retry: { judge: () => 'wait', firstMs: 200, mostMs: 200 },
    handlers: {
      'agreement.revoked': ({ data }) => {
        if (data.agreement_id === 4 && refuse) throw new Error('not now, on purpose');
        if (handled.push(data.agreement_id) === 4) behind(consumer);
      },
    },
  });
  await vi.waitUntil(() => handled.length === 3, WAIT);
  const admin = createKafka(settings).admin();
  await admin.connect();
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '7' }] });
  await admin.disconnect();
  refuse = false;
  return { consumer, handled };
}
