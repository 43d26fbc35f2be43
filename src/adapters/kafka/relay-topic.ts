import type { Message, Producer } from 'kafkajs';
import type { RecordedEvent } from '../../event/index.js';
import type { RelayTopic, TopicSession } from '../../relay/index.js';
import type { KafkaSettings } from './client.js';
import { openGuarded } from './guarded-client.js';
import { toMessage } from './record.js';
import { KnownSchemas, type LogSchemas } from './schemas.js';
import { readTails } from './tails.js';
import { ensureTopic } from './topic.js';

/** The topic of the log, as the relay writes it. */
export function createRelayTopic(settings: KafkaSettings, topic: string, schemas: LogSchemas): RelayTopic {
  const known = new KnownSchemas(schemas);
  return {
    async open(partitionCount, mayWrite) {
      const { kafka, producer, close } = await openGuarded(settings, mayWrite, (admin) =>
        ensureTopic(admin, topic, partitionCount),
      );
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
