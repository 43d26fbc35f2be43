import type { Admin, Kafka, Producer } from 'kafkajs';
import { createKafka, type KafkaSettings } from './client.js';
import { SocketGuard } from './guarded-socket.js';
import { produceLean } from './lean-produce.js';

/** Connections of one who may write for a while only. */
export interface GuardedClient {
  readonly kafka: Kafka;
  /** Records name their partition themselves. */
  readonly producer: Producer;
  /** Drops all connections, waiting for nothing. Never rejects. */
  close(): Promise<void>;
}

/**
 * Connects a producer after `prepare` has seen to the topics.
 *
 * @param mayWrite asked right before bytes leave the process; false cuts the connection instead
 */
export async function openGuarded(
  settings: KafkaSettings,
  mayWrite: () => boolean,
  prepare: (admin: Admin) => Promise<void>,
): Promise<GuardedClient> {
  produceLean();
  const guard = new SocketGuard(mayWrite);
  const kafka = createKafka(settings, guard.factory);
  const admin = kafka.admin();
  // One request under way, sent again with the same numbers where its answer is lost: the broker drops a repeat.
  // Once the library has given up, its numbers may be wrong, so a session ends with its first fault.
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    allowAutoTopicCreation: false,
    createPartitioner: () => (record) => record.message.partition ?? 0,
    retry: { retries: 1, initialRetryTime: 100 },
  });
  const close = async () => {
    guard.cut();
    await Promise.allSettled([admin.disconnect(), producer.disconnect()]);
  };
  try {
    await admin.connect();
    await prepare(admin);
    await admin.disconnect();
    await producer.connect();
  } catch (error) {
    await close();
    throw error;
  }
  return { kafka, producer, close };
}
