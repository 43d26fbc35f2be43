import type { Message, Producer } from 'kafkajs';
import type { RecordedEvent } from '../../event/index.js';
import type { RelayTopic, TopicSession } from '../../relay/index.js';
import { createKafka, type KafkaSettings } from './client.js';
import { SocketGuard } from './guarded-socket.js';
import { toMessage } from './record.js';
import { KnownSchemas, type LogSchemas } from './schemas.js';
import { readTails } from './tails.js';
import { ensureTopic } from './topic.js';

/** The topic of the log, as the relay writes it. */
export function createRelayTopic(settings: KafkaSettings, topic: string, schemas: LogSchemas): RelayTopic {
  const known = new KnownSchemas(schemas);
  return {
    async open(partitionCount, mayWrite) {
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
        await ensureTopic(admin, topic, partitionCount);
        await admin.disconnect();
        await producer.connect();
      } catch (error) {
        await close();
        throw error;
      }
      const session: TopicSession = {
        tails: (floors) => readTails(kafka, topic, floors),
        send: (batch) => send(producer, topic, known, batch),
        close,
      };
      return session;
    },
  };
}

async function send(
  producer: Producer,
  topic: string,
  known: KnownSchemas,
  batch: ReadonlyMap<number, readonly RecordedEvent[]>,
): Promise<void> {
  const messages: Message[] = [];
  for (const events of batch.values()) {
    for (const event of events) {
      const { type, version } = event.envelope;
      messages.push(toMessage(event, known.id(type, version) ?? (await known.learnId(type, version))));
    }
  }
  await producer.send({ topic, acks: -1, messages });
}
