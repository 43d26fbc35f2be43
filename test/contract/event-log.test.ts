import { describe } from 'vitest';
import { kafkaLog } from '../../src/adapters/kafka/index.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { journalLog } from '../../src/journal/index.js';
import { newTopic, relayOver, schemas, settingsFor, started } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase } from '../support/postgres.js';
import { eventLogContract, type LogUnderTest } from './event-log.js';

const PARTITIONS = [0, 1, 2];
const kafka = await kafkaForTests();

async function filled(): Promise<
  Omit<LogUnderTest, 'open'> & { database: Awaited<ReturnType<typeof createTestDatabase>> }
> {
  const database = await createTestDatabase();
  const journal = await openJournal(database.pool, PARTITIONS.length);
  return {
    database,
    partitions: PARTITIONS,
    append: async (events) => {
      await inTransaction(database.pool, (client) => journal.commitWith(client, events));
    },
    heads: () => createJournalStore(database.pool).heads(),
    stop: () => database.drop(),
  };
}

eventLogContract('the journal in place', async () => {
  const log = await filled();
  return {
    ...log,
    open: (name, onFault) =>
      journalLog(createJournalStore(log.database.pool), {
        name,
        delivery: { events: 7, bytes: 1_000_000 },
        concurrency: 2,
        pollMs: 50,
        retryMs: 20,
        onFault,
      }),
  };
});

describe.skipIf('missing' in kafka)('with Kafka', () => {
  if ('missing' in kafka) return;
  eventLogContract('the topic on Kafka', async () => {
    const log = await filled();
    const settings = settingsFor(kafka.brokers);
    const topic = newTopic(kafka.prefix);
    const relay = started((signal) => relayOver(log.database.pool, settings, topic).run(signal));
    return {
      ...log,
      open: (name, onFault) =>
        kafkaLog(settings, topic, schemas, {
          name: `${kafka.prefix}${name}`,
          deliveryBytes: 4_000,
          concurrency: 2,
          retryMs: 20,
          sessionMs: 6_000,
          onFault,
        }),
      stop: async () => {
        await relay.stop();
        await log.stop();
      },
    };
  });
});
