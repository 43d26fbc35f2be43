import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { GroupReader, TopicGroup } from '../../consumer/port.js';
import { backoffMs } from '../../pacing/backoff.js';
import { aborted } from '../../pacing/pause.js';
import { createWaker } from '../../pacing/waker.js';
import { createKafka, type KafkaSettings } from './client.js';
import { Membership } from './membership.js';

export interface TopicGroupOptions {
  readonly group: string;
  readonly topics: readonly string[];
  /** Partitions handled at once. */
  readonly partitionsAtOnce: number;
  /** A process that says nothing for so long loses its partitions to others. */
  readonly sessionMs: number;
  /** How long the others wait, when the group changes, for a handler that is under way. */
  readonly rebalanceMs: number;
  /** Most bytes fetched of a partition at once. */
  readonly fetchBytes: number;
  /** Longest wait of the brokers for something new. */
  readonly fetchWaitMs: number;
  readonly onFault: (error: Error) => void;
}

const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 10_000;
/** A client library that hangs while it closes is left behind. */
const CLOSE_MS = 5_000;

/** Topics, read as a member of a consumer group. A consumer that crashed is made anew. */
export function topicGroup(settings: KafkaSettings, options: TopicGroupOptions): TopicGroup {
  return {
    async run(reader, signal) {
      const waker = createWaker(signal);
      let failures = 0;
      const worked = () => {
        failures = 0;
      };
      while (!signal.aborted) {
        try {
          await consume(createKafka(settings), options, reader, signal, worked);
        } catch (error) {
          options.onFault(error instanceof Error ? error : new Error(String(error)));
          await waker.pause(backoffMs(++failures, RETRY_FIRST_MS, RETRY_MOST_MS, Math.random()));
        }
      }
      waker.close();
    },
  };
}

/** Runs one consumer until `signal` is aborted or it fails. @throws its fault */
async function consume(
  kafka: Kafka,
  options: TopicGroupOptions,
  reader: GroupReader,
  signal: AbortSignal,
  worked: () => void,
): Promise<void> {
  const { group, topics, sessionMs } = options;
  const beatMs = Math.ceil(sessionMs / 10);
  const consumer = kafka.consumer({
    groupId: group,
    allowAutoTopicCreation: false,
    sessionTimeout: sessionMs,
    rebalanceTimeout: options.rebalanceMs,
    heartbeatInterval: beatMs,
    maxBytesPerPartition: options.fetchBytes,
    maxBytes: options.fetchBytes * options.partitionsAtOnce * 2,
    maxWaitTimeInMs: options.fetchWaitMs,
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000, restartOnFailure: async () => false },
  });
  const admin = kafka.admin();
  let membership: Membership | undefined;
  try {
    const crashed = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    crashed.catch(() => {});
    consumer.on(consumer.events.REBALANCING, () => membership?.end());
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      worked();
      membership?.end();
      const assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => ({ topic, partition })),
      );
      membership = new Membership({
        consumer,
        admin,
        group,
        beatMs,
        reader,
        assigned,
        signal,
        onFault: options.onFault,
      });
    });
    await Promise.all([consumer.connect(), admin.connect()]);
    // An offset that is gone makes the library begin at the beginning, not at the end: nothing is skipped.
    await consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: options.partitionsAtOnce,
      eachBatch: async (payload: EachBatchPayload) => membership?.take(payload),
    });
    await Promise.race([crashed, aborted(signal)]);
  } finally {
    await close(consumer, membership);
    await admin.disconnect().catch(() => {});
  }
}

async function close(consumer: Consumer, membership: Membership | undefined): Promise<void> {
  // Turns under way commit what they did, for which they must still be members.
  await membership?.finish();
  const done = new AbortController();
  const waker = createWaker(done.signal);
  await Promise.race([consumer.disconnect().catch(() => {}), waker.pause(CLOSE_MS)]);
  done.abort();
  waker.close();
}
