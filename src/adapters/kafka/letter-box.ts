import type { Producer } from 'kafkajs';
import type { LetterBox } from '../../consumer/port.js';
import { createKafka, type KafkaSettings } from './client.js';
import { retryAdmin } from './retry.js';

/** Letters are few and must not go by themselves; as large as any record of ours, and what is added to it. */
const TOPIC_SETTINGS = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'max.message.bytes': `${17 * 1_024 * 1_024}`,
};

/** Writes dead letters to topics, each of one partition, made where they are missing. It connects with the first one. */
export function letterBox(settings: KafkaSettings): LetterBox {
  const kafka = createKafka(settings);
  const topics = new Set<string>();
  let connected: Promise<Producer> | undefined;

  const connect = async (): Promise<Producer> => {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      retry: { retries: 2, initialRetryTime: 100 },
    });
    await producer.connect();
    return producer;
  };

  const makeTopic = async (topic: string): Promise<void> => {
    if (topics.has(topic)) return;
    const admin = kafka.admin();
    try {
      await admin.connect();
      if (!(await admin.listTopics()).includes(topic)) {
        const configEntries = Object.entries(TOPIC_SETTINGS).map(([name, value]) => ({ name, value }));
        // Another process may have made it since.
        await retryAdmin(() => admin.createTopics({ topics: [{ topic, numPartitions: 1, configEntries }] }));
      }
      topics.add(topic);
    } finally {
      await admin.disconnect().catch(() => {});
    }
  };

  return {
    async send(topic, letter) {
      await makeTopic(topic);
      connected ??= connect();
      const using = connected;
      try {
        const producer = await using;
        await producer.send({ topic, acks: -1, messages: [{ ...letter, headers: { ...letter.headers } }] });
      } catch (error) {
        // Its numbers may be wrong once it has given up: the next letter begins with a new one.
        if (connected === using) connected = undefined;
        topics.delete(topic);
        using.then((producer) => producer.disconnect()).catch(() => {});
        throw error;
      }
    },
    async close() {
      const using = connected;
      connected = undefined;
      await using?.then((producer) => producer.disconnect()).catch(() => {});
    },
  };
}
