import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { type LogReader, partitionOf } from '../../src/event/index.js';
import { journalLog } from '../../src/journal/index.js';
import { jsonEvent } from '../support/events.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const PARTITIONS = 4;
const EVENTS = 40;

describe('the journal as a log', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, PARTITIONS);
    const events = Array.from({ length: EVENTS }, (_, n) =>
      jsonEvent({ type: 'test.happened', key: `key-${n}` }),
    );
    await inTransaction(database.pool, (client) => journal.commitWith(client, events));
  });
  afterAll(() => database.drop());

  const log = (onFault: (error: unknown) => void, bytes = 1_000_000) =>
    journalLog(createJournalStore(database.pool), {
      name: 'test',
      delivery: { events: 3, bytes },
      concurrency: 2,
      pollMs: 10,
      retryMs: 30,
      onFault,
    });

  it('given partitions whose deliveries fail, then the others are delivered to their end', async () => {
    const faults: unknown[] = [];
    const healthy = new Map<number, number>();
    const asked: number[] = [];
    const stop = new AbortController();
    const reader: LogReader = {
      async assigned(partition) {
        asked.push(partition);
        return 0;
      },
      async deliver(partition, events) {
        if (partition < 2) throw new Error('on purpose');
        healthy.set(partition, (healthy.get(partition) ?? 0) + events.length);
      },
      async revoked() {},
    };
    const running = log((error) => faults.push(error)).run(reader, stop.signal);
    const expected = Array.from({ length: EVENTS }, (_, n) => partitionOf(`key-${n}`, PARTITIONS));
    const count = (partition: number) => expected.filter((one) => one === partition).length;
    await expect.poll(() => [healthy.get(2), healthy.get(3)]).toEqual([count(2), count(3)]);
    // Those that failed are asked where they stand, and tried again.
    await expect.poll(() => asked.filter((partition) => partition === 0).length).toBeGreaterThan(2);
    stop.abort();
    await running;
    expect(faults.length).toBeGreaterThan(2);
  });

  it('given payloads beyond the limit of bytes, then a delivery has one event at least, and all arrive', async () => {
    const sizes: number[] = [];
    const stop = new AbortController();
    const reader: LogReader = {
      assigned: async () => 0,
      deliver: async (_partition, events) => void sizes.push(events.length),
      revoked: async () => {},
    };
    const running = log(() => {}, 1).run(reader, stop.signal);
    await expect.poll(() => sizes.length).toBe(EVENTS);
    stop.abort();
    await running;
    expect(new Set(sizes)).toEqual(new Set([1]));
  });
});
