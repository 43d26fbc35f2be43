import type { EachBatchPayload } from 'kafkajs';
import { createKafka } from '../../src/adapters/kafka/index.js';
import type { Clock, Task } from './contestant.js';

export interface BatchOptions {
  readonly bytesPerPartition: number;
  readonly concurrency: number;
}

/** `eachBatch` of kafkajs as it comes, over the whole topic, until `take` has been given every event. */
export async function eachBatch(
  task: Task,
  { bytesPerPartition, concurrency }: BatchOptions,
  clock: Clock,
  take: (payload: EachBatchPayload) => Promise<void> | void,
): Promise<void> {
  const consumer = createKafka(task.kafka).consumer({
    groupId: `${task.topic}-${process.pid}`,
    maxBytesPerPartition: bytesPerPartition,
    maxBytes: bytesPerPartition * concurrency * 2,
    // The first consumer of all waits for the broker to load the groups.
    retry: { retries: 10 },
  });
  consumer.on(consumer.events.GROUP_JOIN, clock.begin);
  await consumer.connect();
  await consumer.subscribe({ topics: [task.topic], fromBeginning: true });
  let taken = 0;
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    void consumer.run({
      autoCommit: false,
      partitionsConsumedConcurrently: concurrency,
      eachBatch: async (payload) => {
        await take(payload);
        taken += payload.batch.messages.length;
        if (taken !== task.events) return;
        clock.end();
        resolve();
      },
    });
  });
  await consumer.disconnect();
}
