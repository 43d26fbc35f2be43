import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createPool, type Pool } from '../../src/adapters/postgres/pool.js';
import { createRelayJournal } from '../../src/adapters/postgres/relay-journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { type EventToAppend, newEventId } from '../../src/event/index.js';
import { envelope, jsonEvent } from '../support/events.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const PARTITIONS = 3;
const START = new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partition, 0]));

describe('the journal as the relay reads it', () => {
  let database: TestDatabase;
  let pool: Pool;
  let writer: JournalWriter;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = createPool(database.url, {
      max: 1,
      applicationName: 'relay-journal',
      onIdleError: (error) => {
        throw error;
      },
    });
    writer = await openJournal(database.pool, PARTITIONS);
  });
  beforeEach(() =>
    database.pool.query('TRUNCATE journal.events; UPDATE journal.partitions SET last_sequence = 0'),
  );
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const append = (events: readonly EventToAppend[]) =>
    inTransaction(database.pool, (client) => writer.commitWith(client, events));

  /** PostgreSQL keeps no NUL in text. */
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((made) => !made.includes('\0'));
  const event: fc.Arbitrary<EventToAppend> = fc.record({
    payload: fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    envelope: fc
      .record({
        source: text,
        type: text,
        version: text,
        time: fc
          .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        key: text,
        subject: fc.option(text),
        importSupplier: fc.option(text),
        organisation: fc.option(text),
        causationId: fc.option(text),
        correlationId: fc.option(text),
        traceparent: fc.option(text),
      })
      .map((known) => envelope(known)),
  });

  it('given any events, then it reads what the journal has, attribute for attribute and byte for byte', async () => {
    const store = createJournalStore(database.pool);
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 30 }), async (events) => {
        await append(events.map((one) => ({ ...one, envelope: { ...one.envelope, id: newEventId() } })));
        const read = await createRelayJournal(pool).readBehind(START, 10_000);
        for (const partition of START.keys()) {
          const journaled = await store.read(partition, 0, { events: 10_000, bytes: 1e9 });
          expect(read.get(partition) ?? []).toEqual(journaled);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('given payloads larger than what a socket takes at once, then they come whole', async () => {
    const payloads = [1, 70_000, 3_000_000, 2, 300_000].map((size, i) => Buffer.alloc(size, i));
    await append(
      payloads.map((payload) => ({ ...jsonEvent({ type: 'thing.happened', key: 'one' }), payload })),
    );
    const read = await createRelayJournal(pool).readBehind(START, 10);
    const found = [...read.values()].flat().map(({ payload }) => payload);
    expect(found.map(({ length }) => length)).toEqual(payloads.map(({ length }) => length));
    expect(found.every((payload, i) => payload.equals(payloads[i] ?? Buffer.alloc(0)))).toBe(true);
  });

  it('given positions and a limit, then it reads so many behind each, and leaves out what has none', async () => {
    const journal = createRelayJournal(pool);
    await append(Array.from({ length: 90 }, (_, i) => jsonEvent({ type: 'thing.happened', key: `k${i}` })));
    const heads = await journal.heads();
    const after = new Map([...heads].map(([partition, head]) => [partition, partition === 1 ? head : 3]));
    const read = await journal.readBehind(after, 2);
    const sequences = [...read].map(([partition, events]) => [partition, events.map((one) => one.sequence)]);
    expect(sequences).toEqual([
      [0, [4, 5]],
      [2, [4, 5]],
    ]);
    expect(await journal.readBehind(heads, 2)).toEqual(new Map());
    expect(await journal.readBehind(new Map(), 2)).toEqual(new Map());
  });

  it('given a sequence that no number holds, then it refuses it, and reads on afterwards', async () => {
    const journal = createRelayJournal(pool);
    await append([jsonEvent({ type: 'thing.happened' })]);
    await database.pool.query('UPDATE journal.events SET sequence = 9007199254740993');
    await expect(journal.readBehind(START, 10)).rejects.toThrow('does not fit a number');
    await database.pool.query('UPDATE journal.events SET sequence = 1');
    expect([...(await journal.readBehind(START, 10)).values()].flat()).toHaveLength(1);
  });
});
