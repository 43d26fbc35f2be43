import kafkajs, { type Admin } from 'kafkajs';
import { retryAdmin } from './retry.js';
import { LASTING, MESSAGE_MAX_BYTES } from './topic.js';

const SIZE = 'max.message.bytes';

/**
 * Makes the topics that are missing, so that they keep all records; those that exist are checked and never altered.
 *
 * @returns those that cannot be written as they must be, and why
 */
export async function ensureTopics(
  admin: Admin,
  topics: readonly string[],
  partitionCount: number,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  if (topics.length === 0) return refused;
  const existing = new Set(await admin.listTopics());
  await make(
    admin,
    topics.filter((topic) => !existing.has(topic)),
    partitionCount,
    refused,
  );
  const usable = () => topics.filter((topic) => !refused.has(topic));
  await checkPartitions(admin, usable(), partitionCount, refused);
  await checkSize(admin, usable(), refused);
  return refused;
}

type Refused = Map<string, string>;

async function make(
  admin: Admin,
  topics: readonly string[],
  numPartitions: number,
  refused: Refused,
): Promise<void> {
  if (topics.length === 0) return;
  const settings = { ...LASTING, [SIZE]: `${MESSAGE_MAX_BYTES}` };
  const configEntries = Object.entries(settings).map(([name, value]) => ({ name, value }));
  try {
    await retryAdmin(() =>
      admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions, configEntries })) }),
    );
  } catch (error) {
    if (!(error instanceof kafkajs.KafkaJSAggregateError)) throw error;
    for (const one of error.errors) {
      if (typeof one === 'string') throw error;
      const { topic, type, retriable } = named(one);
      // Another process has made it since: then it is checked like any that exists.
      if (type === 'TOPIC_ALREADY_EXISTS') continue;
      if (topic === undefined || retriable) throw error;
      refused.set(topic, `it cannot be made: ${one.message}`);
    }
  }
}

/** What the library's errors of single topics carry besides what their type says. */
function named(error: object): {
  topic: string | undefined;
  type: string | undefined;
  retriable: boolean;
} {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    topic: 'topic' in error ? text(error.topic) : undefined,
    type: 'type' in error ? text(error.type) : undefined,
    retriable: 'retriable' in error && error.retriable === true,
  };
}

async function checkPartitions(
  admin: Admin,
  topics: readonly string[],
  partitionCount: number,
  refused: Refused,
): Promise<void> {
  if (topics.length === 0) return;
  const metadata = await retryAdmin(() => admin.fetchTopicMetadata({ topics: [...topics] }));
  for (const { name, partitions } of metadata.topics) {
    if (partitions.length === partitionCount) continue;
    refused.set(
      name,
      `it has ${partitions.length} partitions, the log ${partitionCount}: make it with as many`,
    );
  }
}

/** One event that is too large for its topic would hold up all routes. */
async function checkSize(admin: Admin, topics: readonly string[], refused: Refused): Promise<void> {
  if (topics.length === 0) return;
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configNames: [SIZE],
    })),
  });
  for (const { resourceName, configEntries } of resources) {
    const found = Number(configEntries[0]?.configValue);
    if (found >= MESSAGE_MAX_BYTES) continue;
    refused.set(
      resourceName,
      `its ${SIZE} is ${found}, and must be ${MESSAGE_MAX_BYTES} or more: set it with kafka-configs`,
    );
  }
}
