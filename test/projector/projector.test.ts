import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { compile } from '../../src/projector/compile.js';
import { createProjector, FencedError } from '../../src/projector/index.js';
import { PartitionWorker } from '../../src/projector/worker.js';
import { decodeJson } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { counting, writeCountingSql } from './counting-projection.js';
import { moved, ProjectorFixture, said } from './fixture.js';

const NOTHING = { owned: new Map(), shared: new Map(), tallies: new Map(), parked: [] };

describe('the projector', () => {
  let fixture: ProjectorFixture;
  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
  });
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.database.drop());

  it('given moves, then each item is where it went last and the counts agree', async () => {
    await fixture.append(moved('a', 'attic'), moved('b', 'attic'), moved('a', 'barn'), moved('a', 'attic'));
    await fixture.append(moved('b', 'barn'));
    await fixture.catchUp();

    expect(await fixture.rows('SELECT item, place, trail FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a', place: 'attic', trail: ['attic', 'barn', 'attic'] },
      { item: 'b', place: 'barn', trail: ['attic', 'barn'] },
    ]);
    expect(await fixture.rows('SELECT * FROM read_model.places ORDER BY place')).toEqual([
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
          await fixture.reset();
          await fixture.append(...history);
          await fixture.catchUp(1_000);
          const whole = await fixture.everything();
          await fixture.forget();
          await fixture.catchUp(size);
          expect(await fixture.everything()).toEqual(whole);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('given facts in any order, then the latest, least and greatest win', async () => {
    await fixture.append(said('a', 'x', 'new', 9), said('b', 'x', 'old', 3), said('c', 'x', 'middle', 5));
    await fixture.catchUp(1);
    expect(await fixture.rows('SELECT about, colour, first_at, last_at FROM counting_v1.sayings')).toEqual([
      {
        about: 'x',
        colour: 'new',
        first_at: new Date('2026-01-01T00:03:00Z'),
        last_at: new Date('2026-01-01T00:09:00Z'),
      },
    ]);
  });

  it('given more windows than connections, none of which gets on, then others are answered, and all are written', async () => {
    const pool = createPool(fixture.database.url, { max: 4, applicationName: 'test', onIdleError: () => {} });
    const store = createProjectionStore(pool, fixture.folder);
    const other = createProjectionStore(pool, fixture.folder);
    const connectionsHeld = () => pool.totalCount - pool.idleCount;
    const blocker = await fixture.database.pool.connect();
    try {
      await Promise.all([store.ensure(counting), other.ensure(counting)]);
      await blocker.query('BEGIN; LOCK TABLE projector.positions IN ACCESS EXCLUSIVE MODE');
      const advance = { from: { sequence: 0, revision: 0 }, to: 1, eventTime: new Date(0).toISOString() };
      const commits = [store, other].flatMap(({ commit }) =>
        [0, 1, 2].map((partition) => commit(counting, { ...advance, partition }, NOTHING)),
      );
      await expect.poll(connectionsHeld).toBe(2);
      expect(await store.parkedKeys(counting, 0)).toEqual([]);
      expect(connectionsHeld()).toBe(2);
      await blocker.query('COMMIT');
      const kinds = (await Promise.all(commits)).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual([...Array(3).fill('committed'), ...Array(3).fill('fenced')]);
    } finally {
      blocker.release(true);
      await pool.end();
    }
  });

  it('given two owners of a partition, then the one left behind writes nothing', async () => {
    await fixture.append(moved('a', 'attic'));
    const [event] = await Promise.all(
      [0, 1, 2].map((partition) =>
        createJournalStore(fixture.database.pool).read(partition, 0, { events: 1, bytes: 1 }),
      ),
    ).then((found) => found.flat());
    if (!event) throw new Error('nothing was journaled');
    const open = () =>
      PartitionWorker.open(compile(counting), fixture.store, event.partition, {
        cachedRows: 10,
        windowRows: 10,
      });
    const [zombie, owner] = [await open(), await open()];
    await owner.apply([{ recorded: event, decoded: decodeJson(event) }]);
    const before = await fixture.everything();

    const late = {
      recorded: event,
      decoded: decodeJson({ ...event, payload: Buffer.from('{"to":"barn"}') }),
    };
    await expect(zombie.apply([late])).rejects.toThrow(FencedError);
    expect(await fixture.everything()).toEqual(before);
    expect(await owner.apply([late])).toEqual([]);
    expect(await fixture.everything()).toEqual(before);
  });

  it('given connections cut again and again, then every event is applied once', async () => {
    const faults: unknown[] = [];
    const pool = createPool(fixture.database.url, {
      max: 5,
      applicationName: 'cut',
      onIdleError: (error) => faults.push(error),
    });
    const cut = () =>
      fixture.database.pool
        .query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'cut' AND random() < 0.3
             -- Once it runs: a start without a database fails, and says so.
             AND EXISTS (SELECT FROM projector.positions WHERE sequence > 0)`,
        )
        .catch((error) => faults.push(error));
    // Long enough that a connection made on a busy machine does some work before its turn.
    const cutting = setInterval(cut, 50);
    const running = fixture.start({ deliveryEvents: 9, onFault: (error) => faults.push(error), pool });
    let moves = 0;
    try {
      do {
        await fixture.append(
          ...Array.from({ length: 100 }, (_, n) => moved(`item-${n % 7}`, n % 3 === 0 ? 'attic' : 'barn')),
        );
        moves += 100;
        await fixture.caughtUp();
      } while (faults.length < 10);
    } finally {
      clearInterval(cutting);
      await running.stop();
      await pool.end();
    }
    expect(
      await fixture.rows('SELECT sum(moves)::int AS moves, sum(items)::int AS items FROM read_model.places'),
    ).toEqual([{ moves, items: 7 }]);
  });

  it('given a table that is not owned by what it says, then it refuses to start and names the type', () => {
    const options = {
      projection: counting,
      store: fixture.store,
      decode: decodeJson,
      cachedRows: 1,
      windowRows: 2,
      onParked: () => {},
    };
    expect(() => createProjector({ ...options, keyDeterminedBy: () => undefined })).toThrow(
      /counting\.items is partitioned by item, but item\.moved by no one thing/,
    );
  });

  it('given tables.sql changed under a version that has tables, then it refuses to start', async () => {
    const changed = writeCountingSql(testFolder());
    appendFileSync(`${changed}/counting/tables.sql`, '-- changed');
    await expect(createProjectionStore(fixture.database.pool, changed).ensure(counting)).rejects.toThrow(
      /new version/,
    );
  });
});
