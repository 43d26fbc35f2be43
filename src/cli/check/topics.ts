import { createKafka, type KafkaSettings } from '../../adapters/kafka/index.js';

/** Removes those of the topics that are there. */
export async function removeTopics(kafka: KafkaSettings, topics: readonly string[]): Promise<void> {
  const admin = createKafka(kafka).admin();
  await admin.connect();
  const found = await admin.listTopics();
  const left = topics.filter((topic) => found.includes(topic));
  if (left.length > 0) await admin.deleteTopics({ topics: left });
  await admin.disconnect();
}
