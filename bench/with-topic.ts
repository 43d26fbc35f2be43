import { randomUUID } from 'node:crypto';
import type { ITopicConfig } from 'kafkajs';
import { createKafka, type KafkaSettings } from '../src/adapters/kafka/index.js';
import { retryAdmin } from '../src/adapters/kafka/retry.js';

/** A topic of its own, there while `work` runs. */
export async function withTopic<T>(
  settings: KafkaSettings,
  config: Omit<ITopicConfig, 'topic'>,
  work: (topic: string) => Promise<T>,
): Promise<T> {
  const topic = `bench-${randomUUID()}`;
  const admin = createKafka(settings).admin();
  await admin.connect();
  try {
    await retryAdmin(() => admin.createTopics({ topics: [{ topic, ...config }] }));
    return await work(topic);
  } finally {
    await admin.deleteTopics({ topics: [topic] });
    await admin.disconnect();
  }
}
