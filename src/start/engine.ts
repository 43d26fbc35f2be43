import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createRelayTopic, type KafkaSettings, kafkaLog } from '../adapters/kafka/index.js';
import { createJournalStore } from '../adapters/postgres/journal-reader.js';
import { createRelayJournal } from '../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../adapters/postgres/relay-store.js';
import type { EventLog } from '../event/index.js';
import { journalLog } from '../journal/index.js';
import { HeldError } from '../projector/index.js';
import { createRelay } from '../relay/index.js';
import type { House } from './house.js';
import { kafkaPace } from './pace.js';
import { logPauses, watchedLog } from './watched-log.js';

/** Private to the installation: only the relay writes it. */
const TOPIC = 'headrace.events';

/**
 * The log as readers of this installation see it: the topic where there is Kafka, else the journal in place.
 *
 * @param role whose reader it is, told of when it does not get on
 */
export async function openLog(
  house: House,
  name: string,
  log: Logger,
  role = 'projector',
): Promise<EventLog> {
  const onFault = (err: unknown) => {
    // It waits because it was told to.
    if (err instanceof HeldError) return log.info(err.message);
    logPauses(house.states, role, name, err);
    log.error({ err }, `the reader of the log pauses and tries again`);
  };
  return watchedLog(await logOf(house, name, log, onFault), house.states, role, name);
}

async function logOf(
  house: House,
  name: string,
  log: Logger,
  onFault: (error: unknown) => void,
): Promise<EventLog> {
  const { kafkaBrokers } = house.config;
  if (kafkaBrokers) {
    return kafkaLog(kafkaSettings(kafkaBrokers, name, log), TOPIC, await house.schemas(), {
      ...kafkaPace,
      name: `headrace-${name}`,
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
    topic: createRelayTopic(settings, TOPIC, await house.schemas()),
    holder: `${hostname()}/${process.pid}`,
    leaseMs: 5_000,
    partitionEvents: 400,
    partitionBytes: 900_000,
    pollMs: 500,
    retryMs: 250,
    onFault: (err) => {
      house.states.pauses('relay', 'relay', err);
      log.error({ err }, 'the relay pauses and tries again');
    },
    onState: (state) => {
      if (state === 'sending' || state === 'standby') house.states.runs('relay', 'relay');
      log.info({ state }, 'the relay has another state');
    },
  });
  lifecycle.run('relay', (signal) => relay.run(signal));
}

/** How this installation reaches Kafka, as the part called `name`. */
export function kafkaSettings(brokers: readonly string[], name: string, log: Logger): KafkaSettings {
  return {
    brokers,
    clientId: `headrace-${name}`,
    log: (level, message, details) => log.debug({ level, ...details }, message),
  };
}
