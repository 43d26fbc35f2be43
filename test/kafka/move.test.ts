import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kafkaLog } from '../../src/adapters/kafka/index.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import type { EventLog } from '../../src/event/index.js';
import { journalLog } from '../../src/journal/index.js';
import { createProjector } from '../../src/projector/index.js';
import { counting, writeCountingSql } from '../projector/counting-projection.js';
import { decodeJson, jsonEvent } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { newTopic, relayOver, schemas, settingsFor, started } from './support.js';

const kafka = await kafkaForTests();
const ITEMS = 25;
const MOVES = 600;

describe.skipIf('missing' in kafka)('an installation that moves from the journal to Kafka', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const topic = newTopic(kafka.prefix);
  let database: TestDatabase;
  let journal: JournalWriter;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 3);
    folder = writeCountingSql(testFolder());
  });
  afterAll(() => database.drop());

  const append = (count: number) =>
    inTransaction(database.pool, (client) =>
      journal.commitWith(
        client,
        Array.from({ length: count }, (_, n) =>
          jsonEvent(
            { type: 'item.moved', key: `item-${n % ITEMS}` },
            { to: ['attic', 'barn', 'cellar'][n % 3] },
          ),
        ),
      ),
    );
  const rows = async (sql: string) => (await database.pool.query(sql)).rows;
  const positions = () =>
    rows('SELECT partition, sequence FROM projector.positions WHERE sequence > 0 ORDER BY partition');
  const heads = () =>
    rows(
      'SELECT partition, last_sequence AS sequence FROM journal.partitions WHERE last_sequence > 0 ORDER BY partition',
    );
  /** Runs the projector on `log` until it has applied everything, and on while `meanwhile` lasts. */
  const project = async (log: EventLog, meanwhile = async () => {}) => {
    const projector = createProjector({
      projection: counting,
      store: createProjectionStore(database.pool, folder),
      decode: decodeJson,
      keyDeterminedBy: () => 'item',
      cachedRows: 100,
      windowRows: 50,
      onParked: () => {},
    });
    const running = started((signal) => projector.run(log, signal));
    await meanwhile();
    const goal = await heads();
    await expect.poll(positions, { timeout: 20_000 }).toEqual(goal);
    await running.stop();
  };
  const onJournal = () =>
    journalLog(createJournalStore(database.pool), {
      name: 'move',
      delivery: { events: 50, bytes: 1_000_000 },
      concurrency: 2,
      pollMs: 20,
      retryMs: 20,
      onFault: () => {},
    });
  const onKafka = () =>
    kafkaLog(settings, topic, schemas, {
      name: `${topic}-projector`,
      deliveryBytes: 20_000,
      concurrency: 2,
      retryMs: 50,
      sessionMs: 6_000,
      onFault: () => {},
    });
  const everything = () =>
    Promise.all([
      rows('SELECT item, place, trail FROM counting_v1.items ORDER BY item'),
      rows('SELECT * FROM read_model.places ORDER BY place'),
    ]);

  it('given rows made from both, then its positions are kept and its rows are those of the journal alone', async () => {
    await append(MOVES);
    await project(onJournal());
    const before = await positions();

    const relay = started((signal) => relayOver(database.pool, settings, topic).run(signal));
    const revisions = () => rows('SELECT partition, revision FROM projector.positions ORDER BY partition');
    const untouched = await revisions();
    // All that was applied from the journal comes again on Kafka, and changes nothing.
    await project(onKafka(), async () => {
      await expect
        .poll(() => rows('SELECT sum(sequence)::int AS n FROM relay.marks'), { timeout: 20_000 })
        .toEqual([{ n: MOVES }]);
    });
    expect(await positions()).toEqual(before);
    expect(await revisions()).toEqual(untouched);

    await append(MOVES);
    await project(onKafka(), () => append(MOVES).then(() => {}));
    await relay.stop();
    const moved = await everything();
    const counted = await rows('SELECT sum(moves)::int AS moves FROM read_model.places');
    expect(counted).toEqual([{ moves: 3 * MOVES }]);

    await database.pool.query(`TRUNCATE counting_v1.items, counting_v1.places, counting_v1.sayings;
      UPDATE projector.positions SET sequence = 0, revision = 0`);
    await project(onJournal());
    expect(await everything()).toEqual(moved);
  }, 90_000);
});
