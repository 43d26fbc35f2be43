import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { DataFault } from '../../src/errors.js';
import type { EventToAppend, RecordedEvent } from '../../src/event/index.js';
import { journalLog } from '../../src/journal/index.js';
import { compile } from '../../src/projector/compile.js';
import { createProjector, FencedError, type ProjectionStore } from '../../src/projector/index.js';
import { PartitionWorker } from '../../src/projector/worker.js';
import { decodeJson, jsonEvent } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { counting, writeCountingSql } from './counting-projection.js';

const moved = (item: string, to: string) => jsonEvent({ type: 'item.moved', key: item }, { to });
/** The same, but the partition key is another: what is stored under the item may be odd. */
const keyed = (item: string, to: string) =>
  jsonEvent({ type: 'item.moved', key: `k${item.length}` }, { item, to });
const said = (item: string, about: string, colour: string, minute: number) =>
  jsonEvent(
    { type: 'item.said', key: item, time: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() },
    { about, colour },
  );
const decode = (event: RecordedEvent) => {
  if (event.payload.toString() === 'poison') throw new DataFault('undecodable', 'this is poison');
  return decodeJson(event);
};
const poison = (item: string): EventToAppend => ({ ...moved(item, ''), payload: Buffer.from('poison') });

describe('the projector', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  let store: ProjectionStore;
  let folder: string;

  const append = (...events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));
  const rows = async (sql: string) => (await database.pool.query(sql)).rows;
  const heads = () => createJournalStore(database.pool).heads();

  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 3);
    folder = writeCountingSql(testFolder());
    store = createProjectionStore(database.pool, folder);
    await store.ensure(counting);
  });
  beforeEach(reset);
  afterAll(() => database.drop());

  async function reset() {
    await database.pool.query(`
      TRUNCATE journal.events, projector.parked_events, counting_v1.items, counting_v1.places, counting_v1.sayings;
      UPDATE journal.partitions SET last_sequence = 0;
      UPDATE projector.positions SET sequence = 0, revision = 0`);
  }

  /** Runs a projector until it has applied all that is in the journal now. */
  async function catchUp(
    deliveryEvents = 100,
    onFault: (error: unknown) => void = () => {},
    pool = database.pool,
  ) {
    const stop = new AbortController();
    const projector = createProjector({
      projection: counting,
      store: createProjectionStore(pool, folder),
      decode,
      keyDeterminedBy: () => 'item',
      cachedRows: 5,
      onParked: () => {},
    });
    const log = journalLog(createJournalStore(pool), {
      name: 'test',
      delivery: { events: deliveryEvents, bytes: 1_000_000 },
      concurrency: 2,
      pollMs: 20,
      retryMs: 20,
      onFault,
    });
    const running = projector.run(log, stop.signal);
    const goal = await heads();
    await expect.poll(async () => (await positions()) >= sum(goal.values()), { timeout: 20_000 }).toBe(true);
    stop.abort();
    await running;
  }

  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0);
  const positions = async () => (await rows('SELECT sum(sequence)::int AS n FROM projector.positions'))[0].n;
  const everything = () =>
    Promise.all([
      rows('SELECT * FROM counting_v1.items ORDER BY item'),
      rows('SELECT * FROM read_model.places ORDER BY place'),
      rows('SELECT * FROM counting_v1.sayings ORDER BY about'),
    ]);

  it('given moves, then each item is where it went last and the counts agree', async () => {
    await append(moved('a', 'attic'), moved('b', 'attic'), moved('a', 'barn'), moved('a', 'attic'));
    await append(moved('b', 'barn'));
    await catchUp();

    expect(await rows('SELECT item, place, trail FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a', place: 'attic', trail: ['attic', 'barn', 'attic'] },
      { item: 'b', place: 'barn', trail: ['attic', 'barn'] },
    ]);
    expect(await rows('SELECT * FROM read_model.places ORDER BY place')).toEqual([
      { place: 'attic', items: 1, moves: 3 },
      { place: 'barn', items: 1, moves: 2 },
    ]);
  });

  it('given any history, then neither the size of windows nor restarts change a row', async () => {
    const item = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const place = fc.constantFrom('attic', 'barn', 'cellar', 'nowhere');
    const colour = fc.constantFrom('red', 'green');
    const happening = fc.oneof(
      fc.record({ item, to: place }).map(({ item, to }) => moved(item, to)),
      fc
        .record({ item, about: item, colour, minute: fc.nat(50) })
        .map(({ item, about, colour, minute }) => said(item, about, colour, minute)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 2, max: 20 }),
        async (history, size) => {
          await reset();
          await append(...history);
          await catchUp(1_000);
          const whole = [await everything(), await parked()];
          await database.pool.query(`TRUNCATE counting_v1.items, counting_v1.places, counting_v1.sayings;
            TRUNCATE projector.parked_events; UPDATE projector.positions SET sequence = 0, revision = 0`);
          await catchUp(size);
          expect([await everything(), await parked()]).toEqual(whole);
        },
      ),
      { numRuns: 12 },
    );
  });

  const parked = () =>
    rows('SELECT key, reason, partition, sequence FROM projector.parked_events ORDER BY partition, sequence');

  it('given facts in any order, then the latest, least and greatest win', async () => {
    await append(said('a', 'x', 'new', 9), said('b', 'x', 'old', 3), said('c', 'x', 'middle', 5));
    await catchUp(1);
    expect(await rows('SELECT about, colour, first_at, last_at FROM counting_v1.sayings')).toEqual([
      {
        about: 'x',
        colour: 'new',
        first_at: new Date('2026-01-01T00:03:00Z'),
        last_at: new Date('2026-01-01T00:09:00Z'),
      },
    ]);
  });

  it('given poison, then it and later events of its key are parked with their bytes, and others go on', async () => {
    await append(moved('a', 'attic'), poison('a'), moved('a', 'barn'), moved('b', 'barn'));
    await catchUp();
    await append(moved('a', 'cellar'), moved('b', 'attic'));
    await catchUp();

    expect(await rows('SELECT item, place FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a', place: 'attic' },
      { item: 'b', place: 'attic' },
    ]);
    const set = await rows('SELECT key, reason, payload FROM projector.parked_events ORDER BY sequence');
    expect(set.map(({ key, reason }) => [key, reason])).toEqual([
      ['a', 'undecodable'],
      ['a', 'behind_parked'],
      ['a', 'behind_parked'],
    ]);
    expect(set[0].payload.toString()).toBe('poison');
  });

  it('given a fold that throws, then nothing of the event is kept and it is parked', async () => {
    await append(moved('a', 'attic'), moved('a', 'nowhere'));
    await catchUp();
    expect(await rows('SELECT place, trail FROM counting_v1.items')).toEqual([
      { place: 'attic', trail: ['attic'] },
    ]);
    expect(await parked()).toMatchObject([{ key: 'a', reason: 'fold_failed' }]);
  });

  it('given a value the database cannot hold, then only its event is parked', async () => {
    await append(...['a', 'b', 'c', 'd'].map((item) => moved(item, item === 'c' ? 'bar\0n' : 'barn')));
    await catchUp();
    expect(await rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'b' },
      { item: 'd' },
    ]);
    expect(await parked()).toMatchObject([{ key: 'c', reason: 'rejected_by_database' }]);
  });

  it('given a key the database cannot look up, then only its event is parked', async () => {
    await append(...['a', 'b\0c', 'd'].map((item) => keyed(item, 'barn')));
    await catchUp();
    expect(await rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'd' },
    ]);
    expect(await parked()).toMatchObject([{ reason: 'rejected_by_database' }]);
  });

  it('given more than the database takes at once, then the window is made smaller', async () => {
    // A key is indexed, and an index takes at most a third of a page.
    const long = Array.from({ length: 3_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('');
    await append(keyed('a', 'barn'), keyed(long, 'barn'), keyed('b', 'barn'));
    await catchUp();
    expect(await rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'b' },
    ]);
    expect(await parked()).toMatchObject([{ reason: 'rejected_by_database' }]);
  });

  it('given a contribution that throws, then only its event is parked', async () => {
    await append(moved('a', 'barn'), moved('b', 'uncountable'), moved('c', 'barn'));
    await catchUp();
    expect(await rows('SELECT * FROM read_model.places')).toEqual([{ place: 'barn', items: 2, moves: 2 }]);
    expect(await parked()).toMatchObject([{ key: 'b', reason: 'fold_failed' }]);
  });

  it('given a new version, then it takes the views over', async () => {
    await append(moved('a', 'barn'));
    await catchUp();
    const next = { ...counting, version: 2 };
    await store.ensure(next);
    expect(await rows('SELECT * FROM read_model.places')).toEqual([]);
    await database.pool.query(`DROP SCHEMA counting_v2 CASCADE; DELETE FROM projector.positions WHERE version = 2;
      DELETE FROM projector.projections WHERE version = 2; UPDATE projector.projections SET views_sha256 = NULL`);
    await store.ensure(counting);
    expect(await rows('SELECT place FROM read_model.places')).toEqual([{ place: 'barn' }]);
  });

  it('given two owners of a partition, then the one left behind writes nothing', async () => {
    await append(moved('a', 'attic'));
    const [event] = await Promise.all(
      [0, 1, 2].map((partition) =>
        createJournalStore(database.pool).read(partition, 0, { events: 1, bytes: 1 }),
      ),
    ).then((found) => found.flat());
    if (!event) throw new Error('nothing was journaled');
    const open = () => PartitionWorker.open(compile(counting), store, event.partition, 10);
    const [zombie, owner] = [await open(), await open()];
    await owner.apply([{ recorded: event, decoded: decodeJson(event) }]);
    const before = await everything();

    const late = {
      recorded: event,
      decoded: decodeJson({ ...event, payload: Buffer.from('{"to":"barn"}') }),
    };
    await expect(zombie.apply([late])).rejects.toThrow(FencedError);
    expect(await everything()).toEqual(before);
    expect(await owner.apply([late])).toEqual([]);
    expect(await everything()).toEqual(before);
  });

  it('given connections cut again and again, then every event is applied once', async () => {
    const faults: unknown[] = [];
    const pool = createPool(database.url, {
      max: 5,
      applicationName: 'cut',
      onIdleError: (error) => faults.push(error),
    });
    const history = Array.from({ length: 400 }, (_, n) =>
      moved(`item-${n % 7}`, n % 3 === 0 ? 'attic' : 'barn'),
    );
    await append(...history);
    const cut = () =>
      database.pool
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'cut' AND random() < 0.5
             -- Once it runs: a start without a database fails, and says so.
             AND EXISTS (SELECT FROM projector.positions WHERE sequence > 0)`,
        )
        .catch((error) => faults.push(error));
    const cutting = setInterval(cut, 25);
    try {
      await catchUp(9, (error) => faults.push(error), pool);
    } finally {
      clearInterval(cutting);
      await pool.end();
    }
    expect(faults.length).toBeGreaterThan(0);
    expect(
      await rows('SELECT sum(moves)::int AS moves, sum(items)::int AS items FROM read_model.places'),
    ).toEqual([{ moves: 400, items: 7 }]);
  });

  it('given a table that is not owned by what it says, then it refuses to start and names the type', () => {
    const options = { projection: counting, store, decode, cachedRows: 1, onParked: () => {} };
    expect(() => createProjector({ ...options, keyDeterminedBy: () => undefined })).toThrow(
      /counting\.items is partitioned by item, but item\.moved by no one thing/,
    );
  });

  it('given tables.sql changed under a version that has tables, then it refuses to start', async () => {
    const changed = writeCountingSql(testFolder());
    appendFileSync(`${changed}/counting/tables.sql`, '-- changed');
    await expect(createProjectionStore(database.pool, changed).ensure(counting)).rejects.toThrow(
      /new version/,
    );
  });
});
