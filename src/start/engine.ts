import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createRelayTopic, type KafkaSettings, kafkaLog } from '../adapters/kafka/index.js';
import { createJournalStore } from '../adapters/postgres/journal-reader.js';
import { createRelayJournal } from '../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../adapters/postgres/relay-store.js';
import type { EventLog } from '../event/index.js';
import { journalLog } from '../journal/index.js';
import { HeldError, type SharedReading } from '../projector/index.js';
import { createRelay } from '../relay/index.js';
import { type House, topicOf } from './house.js';
import { kafkaPace } from './pace.js';
import { logPauses, watchedLog } from './watched-log.js';

export interface ReaderOptions {
  /** Whose reader it is, told of when it does not get on. */
  readonly role?: 'projector' | 'router';
  /** Whether no other process shares the partitions, or goes on where this one ends. */
  readonly isPrivate?: boolean;
  /** Where events are taken from as well, of partitions that the reader's own log says it owns. */
  readonly reading?: SharedReading;
}

/** The log as readers of this installation see it: the topic where there is Kafka, else the journal in place. */
export async function openLog(
  house: House,
  name: string,
  log: Logger,
  { role = 'projector', isPrivate = false, reading }: ReaderOptions = {},
): Promise<EventLog> {
  const onFault = (err: unknown) => {
    // It waits because it was told to.
    if (err instanceof HeldError) return log.info(err.message);
    logPauses(house.states, role, name, err);
    log.error({ err }, `the reader of the log pauses and tries again`);
  };
  const events = await logOf(house, name, log, isPrivate, onFault);
  const shared: EventLog = {
    run: (reader, signal) => events.run(reading ? reading.share(reader) : reader, signal),
  };
  return watchedLog(shared, house.states, role, name);
}

async function logOf(
  house: House,
  name: string,
  log: Logger,
  isPrivate: boolean,
  onFault: (error: unknown) => void,
): Promise<EventLog> {
  const kafka = kafkaSettings(house, name, log);
  if (kafka) {
    return kafkaLog(kafka, topicOf(house.installation), await house.schemas(), {
      ...kafkaPace,
      name: `${house.installation}-${name}`,
      isPrivate,
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
  const { database, lifecycle } = house;
  const log = house.logger.child({ room: 'relay' });
  const settings = kafkaSettings(house, 'relay', log);
  if (!settings) return;
  const pool = database.pool('relay');
  const relay = createRelay({
    journal: createRelayJournal(pool),
    store: createRelayStore(pool),
    topic: createRelayTopic(settings, topicOf(house.installation), await house.schemas()),
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

/** How this installation reaches Kafka, as the part called `name`; undefined where there is none. */
export function kafkaSettings(
  { config }: Pick<House, 'config'>,
  name: string,
  log: Logger,
): KafkaSettings | undefined {
  const { kafkaBrokers, kafkaSecurity } = config;
  return (
    kafkaBrokers && {
      brokers: kafkaBrokers,
      clientId: `headrace-${name}`,
      security: kafkaSecurity,
      log: (level, message, details) => log.debug({ level, ...details }, message),
    }
  );
}
