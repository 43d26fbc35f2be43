import { createKafka, type KafkaSettings } from '../../src/adapters/kafka/index.js';
import { toMessage } from '../../src/adapters/kafka/record.js';
import { retryAdmin } from '../../src/adapters/kafka/retry.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import type { RecordedEvent } from '../../src/event/index.js';
import { openSchemas } from '../../src/start/schemas.js';
import { removeTopic } from '../projector/topic.js';
import { type Mixture, mixedEvents } from './events.js';

/** Records of one request. */
const REQUEST = 3_000;

export interface Filler {
  /** Appends so many events. */
  fill(events: number): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a topic that is filled as the relay would. */
export async function openFiller(
  settings: KafkaSettings,
  topic: string,
  registryUrl: string | undefined,
  mixture: Mixture,
): Promise<Filler> {
  const catalogue = await loadCatalogue();
  const schemas = await openSchemas(registryUrl, catalogue);
  const kafka = createKafka(settings);
  const admin = kafka.admin();
  const producer = kafka.producer({
    idempotent: true,
    maxInFlightRequests: 1,
    createPartitioner: () => (record) => record.message.partition ?? 0,
  });
  await Promise.all([admin.connect(), producer.connect()]);
  // As the relay makes it: the events' times lie in the past, and the broker would soon remove them.
  const configEntries = [{ name: 'retention.ms', value: '-1' }];
  await retryAdmin(() =>
    admin.createTopics({ topics: [{ topic, numPartitions: mixture.partitions, configEntries }] }),
  );
  const events = mixedEvents(catalogue, mixture);
  const message = async (event: RecordedEvent) =>
    toMessage(event, await schemas.idOf(event.envelope.type, event.envelope.version));
  return {
    async fill(count) {
      for (let done = 0; done < count; done += REQUEST) {
        const drawn = Array.from({ length: Math.min(REQUEST, count - done) }, () => events.next().value);
        await producer.send({ topic, acks: -1, messages: await Promise.all(drawn.map(message)) });
      }
    },
    async remove() {
      await Promise.all([admin.disconnect(), producer.disconnect()]);
      await removeTopic(settings, topic);
    },
  };
}
