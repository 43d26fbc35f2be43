import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKafka } from '../../src/adapters/kafka/index.js';
import { createInboundStore } from '../../src/adapters/postgres/inbound.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { frame } from '../../src/adapters/registry/wire.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import type { InboundSchemas, InboundStore } from '../../src/intake/inbound/index.js';
import { openSchemas } from '../../src/start/schemas.js';
import { makeTopic, newTopic, settingsFor, started } from '../kafka/support.js';
import { kafkaForTests, startBroker, type TestBroker } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headers } from './records.js';
import { takeTopicIn } from './topic.js';

const kafka = await kafkaForTests();
const WAIT = { timeout: 60_000, interval: 50 };

describe.skipIf('missing' in kafka)('the intake of the topic, when what it stands on is away', () => {
  if ('missing' in kafka) return;
  let database: TestDatabase;
  let catalogue: Catalogue;
  let schemas: InboundSchemas;
  let schemaId: number;
  let broker: TestBroker | undefined;
  beforeAll(async () => {
    [database, catalogue] = await Promise.all([createTestDatabase(), loadCatalogue()]);
    const all = await openSchemas(undefined, catalogue);
    schemas = all;
    schemaId = await all.idOf('account.created', 'v1');
  });
  afterAll(async () => {
    await broker?.stop();
    await database.drop();
  });

  const journaled = async (topic: string): Promise<number> => {
    const { rows } = await database.pool.query(
      'SELECT coalesce(sum(journaled), 0)::int AS n FROM inbound.positions WHERE topic = $1',
      [topic],
    );
    return rows[0].n;
  };
  const parked = async () => (await database.pool.query('SELECT * FROM inbound.parked_records')).rows;

  async function send(brokers: readonly string[], topic: string, from: number, count: number): Promise<void> {
    const payload = catalogue.encode('account.created', 'v1', {
      account_number: 'A-1',
      account_user_emails: [],
      is_imported: false,
    });
    const producer = createKafka(settingsFor(brokers)).producer();
    await producer.connect();
    const messages = Array.from({ length: count }, (_, i) => ({
      value: frame(schemaId, payload),
      headers: headers('account.created', { id: `${topic} ${from + i}` }),
    }));
    await producer.send({ topic, messages });
    await producer.disconnect();
  }

  /** Something that rejects until it is mended. */
  function breakable() {
    const state = { broken: true, refusals: 0 };
    const guard = async () => {
      if (!state.broken) return;
      state.refusals++;
      throw new Error('away');
    };
    return { state, guard };
  }

  it.each(['registry', 'database'] as const)(
    'given a %s that is away and comes back, then it waits, parks nothing and goes on by itself',
    async (what) => {
      const topic = newTopic(kafka.prefix);
      const settings = settingsFor(kafka.brokers);
      await makeTopic(settings, topic, 2, {});
      await send(kafka.brokers, topic, 0, 20);
      const { state, guard } = breakable();
      const real = createInboundStore(database.pool, await openJournal(database.pool, 3));
      const moodySchemas: InboundSchemas = { meaningOf: (id) => guard().then(() => schemas.meaningOf(id)) };
      const moodyStore: InboundStore = {
        ...real,
        place: (...of) => guard().then(() => real.place(...of)),
        taking: (work) => guard().then(() => real.taking(work)),
      };
      const faults: unknown[] = [];
      const taking = started((signal) =>
        takeTopicIn(
          {
            settings,
            topic,
            pool: database.pool,
            catalogue,
            schemas: what === 'registry' ? moodySchemas : schemas,
            store: what === 'database' ? moodyStore : real,
            onFault: (error) => faults.push(error),
          },
          signal,
        ),
      );
      await expect.poll(() => state.refusals, WAIT).toBeGreaterThan(3);
      expect(await journaled(topic)).toBe(0);
      state.broken = false;
      await expect.poll(() => journaled(topic), WAIT).toBe(20);
      await send(kafka.brokers, topic, 20, 5);
      await expect.poll(() => journaled(topic), WAIT).toBe(25);
      await taking.stop();
      expect(faults.length).toBeGreaterThan(0);
      expect(await parked()).toEqual([]);
    },
    120_000,
  );

  it('given a broker that crashes and comes back, then it goes on where it was', async () => {
    broker = await startBroker();
    const settings = settingsFor(broker.brokers);
    const topic = newTopic(kafka.prefix);
    const taking = started((signal) =>
      takeTopicIn({ settings, topic, pool: database.pool, catalogue, schemas }, signal),
    );
    // The intake makes its topic.
    await expect
      .poll(
        () =>
          send(broker?.brokers ?? [], topic, 0, 30).then(
            () => true,
            () => false,
          ),
        WAIT,
      )
      .toBe(true);
    await expect.poll(() => journaled(topic), WAIT).toBe(30);
    await broker.restart();
    await send(broker.brokers, topic, 30, 30);
    await expect.poll(() => journaled(topic), WAIT).toBe(60);
    await taking.stop();
    expect(await parked()).toEqual([]);
  }, 240_000);

  it('given a topic that was made anew under its name, then that is told, and its records are taken', async () => {
    const topic = newTopic(kafka.prefix);
    const settings = settingsFor(kafka.brokers);
    await makeTopic(settings, topic, 1, {});
    await database.pool.query(
      'INSERT INTO inbound.positions (topic, partition, next_offset, journaled) VALUES ($1, 0, 500, 500)',
      [topic],
    );
    await send(kafka.brokers, topic, 0, 10);
    const faults: unknown[] = [];
    const taking = started((signal) =>
      takeTopicIn(
        { settings, topic, pool: database.pool, catalogue, schemas, onFault: (error) => faults.push(error) },
        signal,
      ),
    );
    await expect.poll(() => journaled(topic), WAIT).toBe(510);
    await taking.stop();
    expect(String(faults)).toContain('made anew');
  }, 120_000);
});
