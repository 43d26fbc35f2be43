import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { LogReader } from '../../event/index.js';
import { aborted, pause } from '../../pacing/pause.js';
import type { PartitionControl } from './assigned-partition.js';
import { Assignment, type OwnedPartition } from './assignment.js';
import { createKafka, type KafkaSettings } from './client.js';

/** How a topic is read by a group of processes. */
export interface GroupOptions {
  readonly settings: KafkaSettings;
  readonly topic: string;
  /** The consumer group's id. */
  readonly name: string;
  /** Whether offsets are of no use, because nobody goes on where this one ends. */
  readonly isPrivate?: boolean;
  /** Most bytes fetched of a partition at once. */
  readonly deliveryBytes: number;
  /** Partitions worked on at once. */
  readonly concurrency: number;
  /** Pause after the consumer as a whole failed. */
  readonly retryMs: number;
  /** A process that says nothing for so long loses its partitions to others. */
  readonly sessionMs: number;
  readonly onFault: (error: unknown) => void;
}

type MakePartition = (partition: number, control: PartitionControl) => OwnedPartition;

/** Longest wait of the brokers for something new; a stop waits for it as well. */
const FETCH_WAIT_MS = 300;
/** How often the offset is committed. It is a hint where the next reader begins to look, no more. */
const COMMIT_MS = 5_000;
/** A client library that hangs while it closes is left behind. */
const CLOSE_MS = 5_000;

/** Reads the topic until `signal` is aborted; a consumer that fails is made anew. Never rejects. */
export async function consumeForEver(
  options: GroupOptions,
  reader: Pick<LogReader, 'revoked'>,
  make: MakePartition,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const fault = await consume(options, reader, make, signal).catch((error: unknown) => ({ error }));
    if (!fault) continue;
    options.onFault(fault.error);
    await pause(options.retryMs, signal);
  }
}

/** Runs one consumer until `signal` is aborted or it fails. @throws its fault */
async function consume(
  options: GroupOptions,
  reader: Pick<LogReader, 'revoked'>,
  make: MakePartition,
  signal: AbortSignal,
): Promise<undefined> {
  const { settings, topic } = options;
  const consumer = createKafka(settings).consumer({
    groupId: options.name,
    // Who owns the topic makes it, with the settings it needs.
    allowAutoTopicCreation: false,
    sessionTimeout: options.sessionMs,
    heartbeatInterval: Math.ceil(options.sessionMs / 10),
    maxBytesPerPartition: options.deliveryBytes,
    maxBytes: options.deliveryBytes * options.concurrency * 2,
    maxWaitTimeInMs: FETCH_WAIT_MS,
    // A consumer that crashed is made anew by us, so that nobody waits for one that never comes back.
    retry: { retries: 2, initialRetryTime: 100, maxRetryTime: 1_000, restartOnFailure: async () => false },
  });
  const assignment = new Assignment(
    reader,
    (partition) => {
      const at = { topic, partitions: [partition] };
      const control: PartitionControl = {
        seek: (offset: number) => consumer.seek({ topic, partition, offset: `${offset}` }),
        pause: () => consumer.pause([at]),
        resume: () => consumer.resume([at]),
        onFault: options.onFault,
      };
      return make(partition, control);
    },
    options.onFault,
  );
  try {
    const crashed = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    crashed.catch(() => {});
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      const partitions = payload.memberAssignment[topic] ?? [];
      // Pauses of the generation before would outlast it.
      consumer.resume([{ topic, partitions }]);
      void assignment.replace(partitions);
    });
    await consumer.connect();
    // Where a committed offset is gone, reading begins at the beginning, not at the end: nothing is skipped.
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      autoCommitInterval: COMMIT_MS,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: options.concurrency,
      eachBatch: async (payload) => {
        if (!signal.aborted) await takeBatch(assignment, payload, options);
      },
    });
    await Promise.race([crashed, aborted(signal)]);
    return undefined;
  } finally {
    await close(consumer, assignment);
  }
}

/** Heartbeats go on while the reader works: a delivery may take longer than a session. Never rejects. */
async function takeBatch(
  assignment: Assignment,
  payload: EachBatchPayload,
  { sessionMs, isPrivate }: GroupOptions,
): Promise<void> {
  // A heartbeat fails when the group rebalances. The library sends another after the batch and acts on that.
  const beat = setInterval(() => payload.heartbeat().catch(() => {}), sessionMs / 10);
  try {
    await assignment.take(payload);
    // The offset is a hint: where it cannot be committed, the next reader begins to look a little earlier.
    if (!isPrivate) await payload.commitOffsetsIfNecessary().catch(() => {});
  } finally {
    clearInterval(beat);
  }
}

async function close(consumer: Consumer, assignment: Assignment): Promise<void> {
  // Stopping waits for deliveries under way, so its time begins when they have returned.
  const disconnected = consumer.disconnect().catch(() => {});
  await assignment.end();
  const done = new AbortController();
  await Promise.race([disconnected, pause(CLOSE_MS, done.signal)]);
  done.abort();
}
