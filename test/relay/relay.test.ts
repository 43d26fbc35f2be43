import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createKafka } from '../../src/adapters/kafka/client.js';
import { createRelayTopic } from '../../src/adapters/kafka/index.js';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createRelayJournal } from '../../src/adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../src/adapters/postgres/relay-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import type { RelayOptions } from '../../src/relay/index.js';
import {
  eventAt,
  makeTopic,
  newTopic,
  publish,
  readAll,
  relayOver,
  schemas,
  settingsFor,
  started,
} from '../kafka/support.js';
import { jsonEvent } from '../support/events.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const PARTITIONS = 3;
const kafka = await kafkaForTests();
const WAIT = { timeout: 20_000, interval: 20 };

describe.skipIf('missing' in kafka)('the relay', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  let database: TestDatabase;
  let journal: JournalWriter;
  let topic: string;
  const relays: ReturnType<typeof started>[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, PARTITIONS);
  });
  beforeEach(async () => {
    topic = newTopic(kafka.prefix);
    await database.pool.query(`TRUNCATE journal.events, relay.marks;
      UPDATE journal.partitions SET last_sequence = 0; UPDATE relay.lease SET expires_at = '-infinity'`);
  });
  // Those of a test that failed half-way would work on in the next.
  afterEach(() => Promise.allSettled(relays.splice(0).map((running) => running.stop())));
  afterAll(() => database.drop());

  const append = (count: number, size = 20) =>
    inTransaction(database.pool, (client) =>
      journal.commitWith(
        client,
        Array.from({ length: count }, (_, i) =>
          jsonEvent({ type: 'thing.happened', key: `key-${i}` }, { text: 'x'.repeat(size) }),
        ),
      ),
    );
  const heads = () => createRelayJournal(database.pool).heads();
  const marks = () => createRelayStore(database.pool).marks();
  const relay = (changed: Partial<RelayOptions> = {}) => {
    const running = started((signal) => relayOver(database.pool, settings, topic, changed).run(signal));
    relays.push(running);
    return running;
  };
  const caughtUp = async () => {
    const goal = [...(await heads())].filter(([, head]) => head > 0).sort();
    await expect.poll(async () => [...(await marks())].sort(), WAIT).toEqual(goal);
  };
  /** What stands in the topic must be what stands in the journal: each once, in sequence. */
  const expectSame = async () => {
    const store = createJournalStore(database.pool);
    const records = await readAll(settings, topic);
    for (const [partition, head] of await heads()) {
      const journaled = await store.read(partition, 0, { events: 100_000, bytes: 1e9 });
      const found = records.filter((record) => record.partition === partition);
      expect(runsOf(found.map(({ sequence }) => sequence))).toBe(head === 0 ? '' : `1-${head}`);
      expect(found.map(({ id }) => id)).toEqual(journaled.map(({ envelope }) => envelope.id));
    }
  };

  it('given a journal, then the topic is made to last and has each event once, in sequence', async () => {
    await append(1_000);
    const running = relay();
    await caughtUp();
    await append(300);
    await caughtUp();
    await running.stop();
    await expectSame();

    const admin = createKafka(settings).admin();
    await admin.connect();
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [
        { type: 2, name: topic, configNames: ['cleanup.policy', 'retention.ms', 'retention.bytes'] },
      ],
    });
    await admin.disconnect();
    const found = resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]);
    expect(found?.sort()).toEqual([
      ['cleanup.policy', 'delete'],
      ['retention.bytes', '-1'],
      ['retention.ms', '-1'],
    ]);
  });

  it('given events too large to share a request, then each still goes', async () => {
    await append(12, 700_000);
    const running = relay();
    await caughtUp();
    await running.stop();
    await expectSame();
  });

  it('given a relay that ends and starts again, then the next goes on behind the tail, marks or none', async () => {
    for (let round = 0; round < 3; round++) {
      await append(200);
      const running = relay();
      await caughtUp();
      await running.stop();
      if (round === 1) await database.pool.query('TRUNCATE relay.marks');
    }
    await expectSame();
  });

  it('given two relays, then one works and the other takes over within seconds when the first ends', async () => {
    const states: string[] = [];
    const first = relay({ holder: 'first', onState: (state) => states.push(`first ${state}`) });
    await append(100);
    await caughtUp();
    const second = relay({ holder: 'second', onState: (state) => states.push(`second ${state}`) });
    await expect.poll(() => states, WAIT).toContain('second standby');
    await append(100);
    await caughtUp();
    expect(states).not.toContain('second sending');
    await first.stop();
    const ended = performance.now();
    await append(100);
    await caughtUp();
    expect(performance.now() - ended).toBeLessThan(10_000);
    expect(states).toContain('second sending');
    await second.stop();
    await expectSame();
  });

  it('given a lease that another took, then the relay drops its connections and stands by', async () => {
    const states: string[] = [];
    const running = relay({ onState: (state) => states.push(state) });
    await append(50);
    await caughtUp();
    await database.pool.query(
      "UPDATE relay.lease SET holder = 'other', epoch = epoch + 1, expires_at = clock_timestamp() + interval '3 s'",
    );
    await expect.poll(() => states, WAIT).toContain('standby');
    await append(50);
    await caughtUp();
    await running.stop();
    await expectSame();
  });

  it('given its database connections are cut, then it says so, starts anew and leaves nothing out', async () => {
    const faults: unknown[] = [];
    const onFault = (error: unknown) => faults.push(error);
    const pool = createPool(database.url, { max: 4, applicationName: 'cut', onIdleError: onFault });
    const running = started((signal) => relayOver(pool, settings, topic, { onFault }).run(signal));
    for (let i = 0; i < 5; i++) {
      await append(200);
      await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'",
      );
      await new Promise((resume) => setTimeout(resume, 150));
    }
    await caughtUp();
    await running.stop();
    await pool.end();
    expect(faults.length).toBeGreaterThan(0);
    await expectSame();
  });

  it('given a topic with another partition count, then it stops and says so', async () => {
    await makeTopic(settings, topic, PARTITIONS + 1);
    await expect(relay().ended).rejects.toThrow(
      `has ${PARTITIONS + 1} partitions, the journal ${PARTITIONS}`,
    );
  });

  it('given a topic that forgets, then it stops and says so', async () => {
    await makeTopic(settings, topic, PARTITIONS, { 'retention.ms': '86400000' });
    await expect(relay().ended).rejects.toThrow('would lose records: retention.ms is 86400000, must be -1');
  });

  it('given a topic that lost acknowledged records, then it stops and says so', async () => {
    await append(10);
    await database.pool.query('INSERT INTO relay.marks (partition, sequence) VALUES (1, 1)');
    await expect(relay().ended).rejects.toThrow('the topic had acknowledged sequence 1 but ends at 0');
  });

  it('given the topic of another installation, then it stops and says so', async () => {
    await append(30);
    await makeTopic(settings, topic, PARTITIONS);
    await publish(settings, topic, [eventAt(0, 1)]);
    await expect(relay().ended).rejects.toThrow('the topic has event e-0-1, the journal');
    await publish(settings, topic, [eventAt(1, 1), eventAt(1, 500)]);
    await expect(relay().ended).rejects.toThrow('partition 1: the topic has sequence 500');
  });

  describe('reading the tails', () => {
    const tails = async (floors = new Map<number, number>()) => {
      const session = await createRelayTopic(settings, topic, schemas).open(PARTITIONS, () => true);
      try {
        return await session.tails(floors);
      } finally {
        await session.close();
      }
    };
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => eventAt(0, from + i));

    it('given a repeat at the end, then it looks back to the mark', async () => {
      await makeTopic(settings, topic, PARTITIONS);
      await publish(settings, topic, range(1, 900));
      await publish(settings, topic, range(1, 700));
      expect(await tails()).toEqual(new Map([[0, { sequence: 700, id: 'e-0-700' }]]));
      expect(await tails(new Map([[0, 890]]))).toEqual(new Map([[0, { sequence: 900, id: 'e-0-900' }]]));
      expect(await tails(new Map([[0, 901]]))).toEqual(new Map([[0, { sequence: 900, id: 'e-0-900' }]]));
    });

    it('given control records at the end, then it finds the record before them', async () => {
      await makeTopic(settings, topic, PARTITIONS);
      await publish(settings, topic, range(1, 3), true);
      // The control record is written a moment after the commit.
      await expect.poll(() => tails(), WAIT).toEqual(new Map([[0, { sequence: 3, id: 'e-0-3' }]]));
    });

    it('given an empty topic, then there are none', async () => {
      expect(await tails()).toEqual(new Map());
    });
  });
});

/** Sequences as runs, e.g. `1-5 3-9`. */
function runsOf(sequences: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const sequence of sequences) {
    const last = runs.at(-1);
    if (last && sequence === last[1] + 1) last[1] = sequence;
    else runs.push([sequence, sequence]);
  }
  return runs.map(([from, to]) => `${from}-${to}`).join(' ');
}
