import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { partitionOf } from '../../src/event/index.js';
import { jsonEvent } from '../support/events.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const PARTITIONS = 3;
const ALL = { events: 1_000, bytes: 1_000_000 };
const keyIn = (partition: number) => {
  for (let n = 0; ; n++) if (partitionOf(`key-${n}`, PARTITIONS) === partition) return `key-${n}`;
};
const in0 = (id: string) => jsonEvent({ type: 'test.happened', id, key: keyIn(0) });
const in1 = (id: string) => jsonEvent({ type: 'test.happened', id, key: keyIn(1) });

describe('the journal', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  const ids = async (partition: number, after = 0) => {
    const events = await createJournalStore(database.pool).read(partition, after, ALL);
    return events.map((event) => event.envelope.id);
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, PARTITIONS);
  });
  beforeEach(() =>
    database.pool.query('TRUNCATE journal.events; UPDATE journal.partitions SET last_sequence = 0'),
  );
  afterAll(() => database.drop());

  it('keeps the partition count of its first opening', async () => {
    expect((await openJournal(database.pool, 7)).partitionCount).toBe(PARTITIONS);
  });

  it('gives back each event as it was appended, at its place', async () => {
    const event = jsonEvent(
      {
        type: 'account.created',
        key: keyIn(2),
        subject: 'account/A-1',
        importSupplier: 'acme',
        organisation: 'org',
        causationId: 'c1',
        correlationId: 'c2',
        traceparent: '00-1-2-00',
        time: '2026-02-03T04:05:06.789Z',
      },
      { héllo: '\u0000wörld' },
    );
    const positions = await inTransaction(database.pool, (client) => journal.commitWith(client, [event]));
    const [read] = await createJournalStore(database.pool).read(2, 0, ALL);

    expect(positions).toEqual([{ partition: 2, sequence: 1 }]);
    expect(read).toMatchObject({ ...event, partition: 2, sequence: 1 });
    expect(Math.abs(Date.now() - (read?.appendedAt ?? 0))).toBeLessThan(60_000);
  });

  it('given an append that fails, then nothing of its transaction stays and its numbers are drawn again', async () => {
    const faulty = jsonEvent({ type: 'test.happened', id: 'lost', key: keyIn(0), time: 'never' });
    const failing = inTransaction(database.pool, async (client) => {
      await client.query("INSERT INTO intake.organisations VALUES ('lost', 'Lost')");
      await journal.commitWith(client, [in0('lost too'), faulty]);
    });
    await expect(failing).rejects.toThrow(/never/);
    expect((await database.pool.query('SELECT FROM intake.organisations')).rowCount).toBe(0);
    await inTransaction(database.pool, (client) => journal.commitWith(client, [in0('a'), in0('b')]));

    const events = await createJournalStore(database.pool).read(0, 0, ALL);
    expect(events.map((event) => [event.sequence, event.envelope.id])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  it('given a slow transaction, then a reader that read meanwhile still gets its events', async () => {
    const slow = await database.pool.connect();
    const fast = await database.pool.connect();
    try {
      // The slow one has the older transaction id and does its work first …
      await slow.query('BEGIN');
      await slow.query('SELECT pg_current_xact_id()');
      await fast.query('BEGIN');
      await journal.commitWith(fast, [in0('fast')]);
      expect(await ids(0)).toEqual(['fast']);
      // … and appends when a reader is already past the fast one.
      await journal.commitWith(slow, [in0('slow')]);
      expect(await ids(0, 1)).toEqual(['slow']);
    } finally {
      slow.release();
      fast.release();
    }
  });

  it('given ids and transaction ids in opposite order, then a reader at any place misses nothing', async () => {
    const first = await database.pool.connect();
    const second = await database.pool.connect();
    try {
      await first.query('BEGIN');
      await second.query('BEGIN');
      await second.query('SELECT pg_current_xact_id()');
      await first.query('SELECT pg_current_xact_id()');
      // `first` holds partition 0, so `second` must wait for its place there until `first` has committed.
      await first.query('SELECT FROM journal.partitions WHERE partition = 0 FOR UPDATE');
      const waiting = journal.commitWith(second, [in0('a-but-second')]);
      expect(await ids(0)).toEqual([]);
      await journal.commitWith(first, [in0('b-but-first')]);
      await waiting;
      expect(await ids(0)).toEqual(['b-but-first', 'a-but-second']);
    } finally {
      first.release();
      second.release();
    }
  });

  it('given writers that name partitions in opposite order, then none of them deadlocks', async () => {
    const writers = Array.from({ length: 40 }, (_, n) =>
      inTransaction(database.pool, (client) =>
        journal.commitWith(client, n % 2 === 0 ? [in0(`x${n}`), in1(`y${n}`)] : [in1(`y${n}`), in0(`x${n}`)]),
      ),
    );
    await Promise.all(writers);
    expect([(await ids(0)).length, (await ids(1)).length]).toEqual([40, 40]);
  });

  it('numbers each partition 1, 2, 3 … in the order of the list, whatever is appended at once', async () => {
    const batch = fc.array(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
        await database.pool.query('TRUNCATE journal.events; UPDATE journal.partitions SET last_sequence = 0');
        const appended = await Promise.all(
          batches.map((keys, n) =>
            inTransaction(database.pool, (client) =>
              journal.commitWith(
                client,
                keys.map((key, i) => jsonEvent({ type: 'test.happened', id: `${n}/${i}`, key: `k${key}` })),
              ),
            ),
          ),
        );
        const store = createJournalStore(database.pool);
        const heads = await store.heads();
        for (const [partition, head] of heads) {
          const events = await store.read(partition, 0, ALL);
          expect(events.map((event) => event.sequence)).toEqual(
            Array.from({ length: head }, (_, i) => i + 1),
          );
          for (const [n] of batches.entries()) {
            const own = events
              .map((event) => event.envelope.id.split('/').map(Number))
              .filter(([b]) => b === n);
            expect(own).toEqual([...own].sort((a, b) => (a[1] ?? 0) - (b[1] ?? 0)));
          }
        }
        const furthest = appended.flat();
        for (const { partition, sequence } of furthest)
          expect(sequence).toBeLessThanOrEqual(heads.get(partition) ?? 0);
        expect([...heads.values()].reduce((sum, head) => sum + head, 0)).toBe(batches.flat().length);
      }),
      { numRuns: 15 },
    );
  });

  it('given a reader with the lease, then another stands by until it is released', async () => {
    const store = createJournalStore(database.pool);
    const lease = await store.lease('reader', () => {});
    expect(await store.lease('reader', () => {})).toBeUndefined();
    const other = await store.lease('other', () => {});
    expect(other).toBeDefined();
    await lease?.release();
    await other?.release();
    const next = await store.lease('reader', () => {});
    expect(next).toBeDefined();
    await next?.release();
  });

  it('given the connection of a lease is cut, then the lease is lost and says so', async () => {
    const store = createJournalStore(database.pool);
    let woken = 0;
    const lease = await store.lease('cut', () => woken++);
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query = 'LISTEN headrace_journal'`,
    );
    await expect.poll(() => lease?.lost.aborted).toBe(true);
    expect(woken).toBeGreaterThan(0);
    await lease?.release();
  });
});
