import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import kafkajs, { type Admin } from 'kafkajs';
import { createKafka, type KafkaSettings } from './client.js';
import { retryAdmin } from './retry.js';
import { LASTING, MESSAGE_MAX_BYTES } from './topic.js';

/** What must be so of a topic that keeps every record. */
export const lastingSettings = LASTING;
export const messageMaxBytes = MESSAGE_MAX_BYTES;

export interface TopicFacts {
  readonly partitions: number;
  /** Copies of the partition that has the fewest. */
  readonly replicas: number;
  /** Partitions that have no leader: nothing is read or written there. */
  readonly leaderless: number;
  /** Partitions with a copy that does not follow. */
  readonly lagging: number;
  readonly settings: ReadonlyMap<string, string>;
}

export interface ClusterFacts {
  readonly brokers: number;
  /** Those of the topics asked for that exist. */
  readonly topics: ReadonlyMap<string, TopicFacts>;
}

/** What a cluster says of itself and of some topics. Makes nothing, not even a topic that is missing. */
export async function examineCluster(
  settings: KafkaSettings,
  topics: readonly string[],
): Promise<ClusterFacts> {
  return withAdmin(settings, async (admin) => {
    const { brokers } = await admin.describeCluster();
    const existing = new Set(await admin.listTopics());
    const found = topics.filter((topic) => existing.has(topic));
    return { brokers: brokers.length, topics: await examineTopics(admin, found) };
  });
}

async function examineTopics(admin: Admin, topics: string[]): Promise<Map<string, TopicFacts>> {
  if (topics.length === 0) return new Map();
  const metadata = await retryAdmin(() => admin.fetchTopicMetadata({ topics }));
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  const settings = new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  );
  return new Map(
    metadata.topics.map(({ name, partitions }) => [
      name,
      {
        partitions: partitions.length,
        replicas: Math.min(...partitions.map(({ replicas }) => replicas.length)),
        leaderless: partitions.filter(({ leader }) => leader < 0).length,
        lagging: partitions.filter(({ isr, replicas }) => isr.length < replicas.length).length,
        settings: settings.get(name) ?? new Map(),
      },
    ]),
  );
}

/**
 * How far the brokers' clock is ahead of ours, in milliseconds: a broker tells the time only in what is written to it, so
 * a topic is made for one record, and removed.
 */
export async function brokerClockAheadMs(settings: KafkaSettings): Promise<number> {
  const topic = `headrace.doctor.${randomUUID()}`;
  const configEntries = [{ name: 'message.timestamp.type', value: 'LogAppendTime' }];
  return withAdmin(settings, async (admin) => {
    await retryAdmin(() => admin.createTopics({ topics: [{ topic, numPartitions: 1, configEntries }] }));
    const producer = createKafka(settings).producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    try {
      await producer.connect();
      // The first one also waits for the leader.
      const send = () =>
        retryAdmin(() => producer.send({ topic, messages: [{ value: 'what time is it?' }] }));
      await send();
      const asked = Date.now();
      const [answer] = await send();
      const between = (asked + Date.now()) / 2;
      return Number(answer?.logAppendTime) - between;
    } finally {
      await producer.disconnect();
      await admin.deleteTopics({ topics: [topic] });
    }
  });
}

async function withAdmin<T>(settings: KafkaSettings, work: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = createKafka(settings).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

const API_VERSIONS = 18;
const TIMEOUT_MS = 5_000;
const FETCH = 1;
/** What came with a release, the newest first: https://kafka.apache.org/protocol and KIP-896, which took old forms away. */
const RELEASES: readonly (readonly [string, (taken: ReadonlyMap<number, number>) => boolean])[] = [
  ['4.0 or newer', (taken) => (taken.get(FETCH) ?? 0) >= 4],
  ['3.7 or newer', (taken) => taken.has(74)],
  ['3.0 or newer', (taken) => taken.has(65)],
  ['2.8 or newer', (taken) => taken.has(60)],
  ['2.3 or newer', (taken) => taken.has(44)],
];

/**
 * Which release a broker is of, at least: brokers do not say, but which requests they take. Undefined for one that is
 * older than any known here.
 */
export async function brokerRelease(address: string): Promise<string | undefined> {
  const [host = '', port = ''] = address.split(/:(?=\d+$)/);
  const socket = connect({ host, port: Number(port) });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`${address} keeps silent`)));
  try {
    await once(socket, 'connect');
    // Length, request, its version 0, number of the question, no client id.
    const request = Buffer.alloc(14);
    request.writeInt32BE(10, 0);
    request.writeInt16BE(API_VERSIONS, 4);
    request.writeInt32BE(1, 8);
    request.writeInt16BE(-1, 12);
    socket.write(request);
    let answer = Buffer.alloc(0);
    for await (const chunk of socket) {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 4 && answer.length >= 4 + answer.readInt32BE(0)) break;
    }
    const taken = requestsOf(answer);
    return RELEASES.find(([, isOf]) => isOf(taken))?.[0];
  } finally {
    socket.destroy();
  }
}

/** The oldest form in which it takes each request: after length, number, error and count, six bytes each. */
function requestsOf(answer: Buffer): Map<number, number> {
  const count = answer.length >= 14 ? answer.readInt32BE(10) : 0;
  const taken = new Map<number, number>();
  for (let index = 0; index < count && 14 + index * 6 + 6 <= answer.length; index++)
    taken.set(answer.readInt16BE(14 + index * 6), answer.readInt16BE(16 + index * 6));
  return taken;
}
