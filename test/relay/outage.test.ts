import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaLog } from '../../src/adapters/kafka/index.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createRelayJournal } from '../../src/adapters/postgres/relay-journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { Recorder } from '../contract/recorder.js';
import { newTopic, readAll, relayOver, schemas, settingsFor, started } from '../kafka/support.js';
import { jsonEvent } from '../support/events.js';
import { kafkaForTests, startBroker, type TestBroker } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const kafka = await kafkaForTests();
const WAIT = { timeout: 60_000, interval: 50 };

describe.skipIf('missing' in kafka)('a broker that goes away', () => {
  let broker: TestBroker;
  let database: TestDatabase;
  let journal: JournalWriter;

  beforeAll(async () => {
    broker = await startBroker();
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 3);
  }, 90_000);
  afterAll(async () => {
    await broker?.stop();
    await database?.drop();
  });

  it('given kills and a freeze under load, then relay and reader go on by themselves and nothing is left out', async () => {
    const settings = settingsFor(broker.brokers);
    const topic = newTopic('outage-');
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const reader = new Recorder();
    const log = kafkaLog(settings, topic, schemas, {
      name: 'outage-reader',
      deliveryBytes: 50_000,
      concurrency: 2,
      retryMs: 100,
      sessionMs: 6_000,
      onFault,
    });
    const relay = started((signal) => relayOver(database.pool, settings, topic, { onFault }).run(signal));
    const reading = started((signal) => log.run(reader, signal));
    let writing = true;
    const writer = (async () => {
      while (writing) {
        const events = Array.from({ length: 20 }, (_, i) =>
          jsonEvent({ type: 'thing.happened', key: `k${i}` }),
        );
        await inTransaction(database.pool, (client) => journal.commitWith(client, events));
        await new Promise((resume) => setTimeout(resume, 20));
      }
    })();
    const moved = async () => {
      const from = reader.ids().length;
      await expect.poll(() => reader.ids().length, WAIT).toBeGreaterThan(from);
    };

    await moved();
    await broker.restart();
    await moved();
    await broker.freeze();
    await new Promise((resume) => setTimeout(resume, 3_000));
    await broker.thaw();
    await moved();
    await broker.restart();
    await moved();
    writing = false;
    await writer;

    const heads = await createRelayJournal(database.pool).heads();
    await expect.poll(() => reader.positions, WAIT).toEqual(heads);
    await relay.stop();
    await reading.stop();
    expect(reader.wrongs).toEqual([]);
    expect(faults.length).toBeGreaterThan(0);
    const total = [...heads.values()].reduce((sum, head) => sum + head, 0);
    expect(new Set((await readAll(settings, topic)).map(({ id }) => id)).size).toBe(total);
  }, 240_000);
});
