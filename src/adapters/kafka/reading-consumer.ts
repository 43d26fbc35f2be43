import type { Consumer, Kafka } from 'kafkajs';

/** A consumer that reads what is there and commits nothing, in a group of its own: the library reads only within groups. */
export function readingConsumer(kafka: Kafka, groupId: string): Consumer {
  return kafka.consumer({
    groupId,
    maxWaitTimeInMs: 100,
    // Control records of somebody's transaction would hold back a reader of committed records only.
    readUncommitted: true,
    allowAutoTopicCreation: false,
    retry: { retries: 2, initialRetryTime: 100, restartOnFailure: async () => false },
  });
}
