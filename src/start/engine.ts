import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createRelayTopic, type KafkaSettings, kafkaLog, type LogSchemas } from '../adapters/kafka/index.js';
import { createJournalStore } from '../adapters/postgres/journal-reader.js';
import { createRelayJournal } from '../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../adapters/postgres/relay-store.js';
import { embeddedRegistry } from '../adapters/registry/embedded.js';
import type { SchemaRegistry } from '../adapters/registry/port.js';
import { schemasOf } from '../adapters/registry/schemas.js';
import type { Catalogue } from '../catalogue/index.js';
import type { EventLog } from '../event/index.js';
import { journalLog } from '../journal/index.js';
import { createRelay } from '../relay/index.js';
import type { House } from './house.js';

/** Private to the installation: only the relay writes it. */
const TOPIC = 'headrace.events';

/** The log as readers of this installation see it: the topic where there is Kafka, else the journal in place. */
export async function openLog(house: House, name: string, log: Logger): Promise<EventLog> {
  const onFault = (err: unknown) => log.error({ err }, `the reader of the log pauses and tries again`);
  const { kafkaBrokers } = house.config;
  if (kafkaBrokers) {
    return kafkaLog(kafkaSettings(kafkaBrokers, name, log), TOPIC, await openSchemas(house), {
      name: `headrace-${name}`,
      deliveryBytes: 8_000_000,
      concurrency: 2,
      retryMs: 250,
      sessionMs: 30_000,
      onFault,
    });
  }
  return journalLog(createJournalStore(house.database.pool('log')), {
    name,
    // Large enough to fold many events into a row while catching up, small enough to hold several times in memory.
    delivery: { events: 10_000, bytes: 8_000_000 },
    concurrency: 2,
    pollMs: 1_000,
    retryMs: 1_000,
    onFault,
  });
}

/** Room 4: the journal becomes the topic. Does nothing where there is no Kafka: the journal is read in place. */
export async function startRelay(house: House): Promise<void> {
  const { config, database, lifecycle } = house;
  if (!config.kafkaBrokers) return;
  const log = house.logger.child({ room: 'relay' });
  const pool = database.pool('relay');
  const settings = kafkaSettings(config.kafkaBrokers, 'relay', log);
  const relay = createRelay({
    journal: createRelayJournal(pool),
    store: createRelayStore(pool),
    topic: createRelayTopic(settings, TOPIC, await openSchemas(house)),
    holder: `${hostname()}/${process.pid}`,
    leaseMs: 5_000,
    partitionEvents: 400,
    partitionBytes: 900_000,
    pollMs: 500,
    retryMs: 250,
    onFault: (err) => log.error({ err }, 'the relay pauses and tries again'),
    onState: (state) => log.info({ state }, 'the relay has another state'),
  });
  lifecycle.run('relay', (signal) => relay.run(signal));
}

function kafkaSettings(brokers: readonly string[], name: string, log: Logger): KafkaSettings {
  return {
    brokers,
    clientId: `headrace-${name}`,
    log: (level, message, details) => log.debug({ level, ...details }, message),
  };
}

/** Schema ids from the registry, asked when the first is needed: a registry that is down is waited for by the log. */
async function openSchemas({ config, catalogue }: House): Promise<LogSchemas> {
  const registry = await openRegistry(config.schemaRegistryUrl, catalogue);
  let registering: ReturnType<SchemaRegistry['register']> | undefined;
  const ids = () => {
    registering ??= registry.register().catch((error: unknown) => {
      registering = undefined;
      throw error;
    });
    return registering;
  };
  return {
    async idOf(type, version) {
      const id = (await ids())(type, version);
      if (id === undefined) throw new Error(`the registry has no id for ${type} ${version}`);
      return id;
    },
    async meaningOf(id) {
      const found = await registry.schemaOf(id);
      if (found.outcome !== 'known') return undefined;
      const { type, version, writerSchema } = found;
      const decode = writerSchema && catalogue.decoderOf(type, version, writerSchema);
      const recode = decode && ((payload: Buffer) => catalogue.encodeUnknown(type, version, decode(payload)));
      return { type, version, recode };
    },
  };
}

async function openRegistry(url: string | undefined, catalogue: Catalogue): Promise<SchemaRegistry> {
  const schemas = schemasOf(catalogue);
  if (url === undefined) return embeddedRegistry(schemas);
  // Loaded only where it is used: the client library is larger than the rest of the start.
  const { confluentRegistry } = await import('../adapters/registry/confluent.js');
  return confluentRegistry({ url, schemas });
}
