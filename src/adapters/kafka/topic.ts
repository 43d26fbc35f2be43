import kafkajs, { type Admin } from 'kafkajs';
import { RelayMismatch } from '../../relay/index.js';
import { retryAdmin } from './retry.js';

/** What keeps every record for ever: the topic is the log. */
export const LASTING: Readonly<Record<string, string>> = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
};

/** Kafka's default of 1 MiB would let one large event block the whole log. */
export const MESSAGE_MAX_BYTES = 16 * 1_024 * 1_024;

/**
 * Makes the topic of the log where it is missing; one that exists is checked and never altered.
 *
 * @throws RelayMismatch where it has another partition count, or settings under which records go missing
 */
export async function ensureTopic(admin: Admin, topic: string, partitionCount: number): Promise<void> {
  if (!(await admin.listTopics()).includes(topic)) {
    const settings = { ...LASTING, 'max.message.bytes': `${MESSAGE_MAX_BYTES}` };
    const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
    // Another process may have made it since: then it is checked like any that exists.
    await retryAdmin(() =>
      admin.createTopics({ topics: [{ topic, numPartitions: partitionCount, configEntries }] }),
    );
  }
  await checkPartitions(admin, topic, partitionCount);
  await checkSettings(admin, topic);
}

async function checkPartitions(admin: Admin, topic: string, partitionCount: number): Promise<void> {
  const { topics } = await retryAdmin(() => admin.fetchTopicMetadata({ topics: [topic] }));
  const found = topics[0]?.partitions.length ?? 0;
  if (found !== partitionCount) {
    throw new RelayMismatch(
      `topic ${topic} has ${found} partitions, the journal ${partitionCount}: the count is fixed when an ` +
        'installation is made. Name another topic, or see docs/relay.md.',
    );
  }
}

async function checkSettings(admin: Admin, topic: string): Promise<void> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: topic, configNames: Object.keys(LASTING) }],
  });
  const found = new Map(
    resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]),
  );
  const wrong = Object.entries(LASTING).filter(([name, value]) => found.get(name) !== value);
  if (wrong.length > 0) {
    const list = wrong.map(([name, value]) => `${name} is ${found.get(name)}, must be ${value}`).join('; ');
    throw new RelayMismatch(`topic ${topic} would lose records: ${list}. Set it with kafka-configs.`);
  }
}
