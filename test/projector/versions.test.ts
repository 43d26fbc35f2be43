import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersionStore } from '../../src/adapters/postgres/projection-versions.js';
import type { Projection } from '../../src/projector/index.js';
import { promote, refuseCutLog, retire, rollback, startOver, verify } from '../../src/projector/index.js';
import { counting } from './counting-projection.js';
import { moved, ProjectorFixture, poison, said } from './fixture.js';

const held = { waitMs: 20_000, signal: new AbortController().signal };
const next: Projection = { ...counting, version: 2 };

/** The next version with a fault: whoever goes to the barn is said to be in the attic. */
const faulty: Projection = {
  ...next,
  tables: {
    ...next.tables,
    items: {
      ...counting.tables['items'],
      on: {
        'item.moved': {
          ...itemMoved(),
          fold: (row, event, key) => {
            const after = itemMoved().fold(row, event, key);
            return { ...after, place: after['place'] === 'barn' ? 'attic' : after['place'] };
          },
        },
      },
    },
  },
} as Projection;

function itemMoved() {
  const { items } = counting.tables;
  const handler = items?.kind === 'owned' ? items.on['item.moved'] : undefined;
  if (!handler) throw new Error('items are told by item.moved');
  return handler;
}

describe('versions of a projection', () => {
  let fixture: ProjectorFixture;
  let running: { stop(): Promise<void> }[];
  beforeEach(async () => {
    fixture = await ProjectorFixture.open();
    running = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((projector) => projector.stop()));
    await fixture.database.drop();
  });

  const store = () => createVersionStore(fixture.database.pool);
  const start = async (projection: Projection) => {
    await fixture.store.ensure(projection);
    running.push(fixture.start({ projection, deliveryEvents: 20 }));
  };
  const shown = () => fixture.rows('SELECT * FROM read_model.places ORDER BY place');
  const history = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      n % 5 === 0
        ? said(`item-${n % 7}`, `item-${n % 4}`, `colour-${n % 3}`, n % 60)
        : moved(`item-${n % 11}`, n % 3 === 0 ? 'attic' : 'barn'),
    );

  /** Appends events until told to stop. @returns how many */
  function keepAppending(): () => Promise<number> {
    let [appended, going] = [0, true];
    const appending = (async () => {
      while (going) {
        await fixture.append(...history(15));
        appended += 15;
      }
    })();
    return async () => {
      going = false;
      await appending;
      return appended;
    };
  }

  it('given a next version, then readers see the live one until it is promoted, and again after a rollback', async () => {
    await fixture.append(...history(200));
    await start(counting);
    await fixture.caughtUp();
    const before = await shown();
    await fixture.store.ensure(next);
    expect(await shown()).toEqual(before);
    expect(await fixture.rows('SELECT * FROM counting_v2_read_model.places')).toEqual([]);
    await expect(promote(store(), 'counting', 2, { ...held, waitMs: 200 })).rejects.toThrow(/behind/);
    expect(await shown()).toEqual(before);

    await start(next);
    expect(await promote(store(), 'counting', 2, held)).toEqual({ from: 1, to: 2 });
    await fixture.append(moved('item-0', 'cellar'));
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);
    await fixture.database.pool.query('TRUNCATE counting_v1.places');
    expect(await shown()).toContainEqual({ place: 'cellar', items: 1, moves: expect.any(Number) });
    expect(await rollback(store(), 'counting', false, held)).toEqual({ from: 2, to: 1 });
    expect(await shown()).toEqual([]);
    expect(await rollback(store(), 'counting', true, held)).toEqual({ from: 1, to: 2 });
    expect(await shown()).not.toEqual([]);
  });

  it('given a correct next version, then it verifies with no difference while events keep coming', async () => {
    await fixture.append(...history(300));
    await start(counting);
    await start(next);
    await fixture.caughtUp(2);
    const stop = keepAppending();
    try {
      for (let round = 0; round < 3; round++) {
        const comparison = await verify(store(), 'counting', 2, held);
        expect(comparison).toMatchObject({ differences: 0, notCompared: [] });
        expect(comparison.relations.map(({ name, kind }) => [name, kind])).toEqual([
          ['items', 'table'],
          ['places', 'tally'],
          ['sayings', 'table'],
          ['read_model.places', 'view'],
        ]);
        expect(comparison.relations.every(({ rows }) => rows > 0)).toBe(true);
      }
    } finally {
      expect(await stop()).toBeGreaterThan(0);
    }
    // Nobody waits any longer.
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);
  });

  it('given a fault in the next version, then verify shows the columns and rows that differ', async () => {
    await fixture.append(moved('a', 'barn'), moved('b', 'attic'), moved('c', 'barn'));
    await start(counting);
    await start(faulty);
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);
    const { differences, relations } = await verify(store(), 'counting', 2, held);
    expect(differences).toBeGreaterThan(0);
    const items = relations.find(({ name }) => name === 'items');
    expect(items).toMatchObject({ rows: 3, differing: 2, onlyLive: 0, onlyNext: 0, columns: { place: 2 } });
    expect(items?.samples).toEqual([
      { key: { item: 'a' }, only: null, values: { place: { live: 'barn', next: 'attic' } } },
      { key: { item: 'c' }, only: null, values: { place: { live: 'barn', next: 'attic' } } },
    ]);
    expect(relations.find(({ name }) => name === 'places')).toMatchObject({
      onlyLive: 1,
      differing: 1,
      columns: { items: 1, moves: 1 },
    });
  });

  it('given versions that cannot meet in time, then it says which is behind, and the live one goes on', async () => {
    await fixture.append(...history(50));
    await start(counting);
    await fixture.caughtUp(1);
    await fixture.store.ensure(next);
    await expect(verify(store(), 'counting', 2, { ...held, waitMs: 300 })).rejects.toThrow(
      /v2 is 50 events behind \(last fed by nobody\)/,
    );
    await fixture.append(...history(50));
    await fixture.caughtUp(1);
  });

  it('given another command that holds the versions, then it is refused; given it has died, then not for long', async () => {
    await fixture.append(...history(50));
    await start(counting);
    await start(next);
    await fixture.caughtUp(2);
    await store().hold('counting', [1, 2], '00000000-0000-4000-8000-000000000000', 1_500);
    await expect(verify(store(), 'counting', 2, held)).rejects.toThrow(/another command/);
    await fixture.append(...history(50));
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);
    expect(await verify(store(), 'counting', 2, held)).toMatchObject({ differences: 0 });
  });

  it('given a hold in the middle of a window, then exactly what lies before it is applied', async () => {
    await fixture.append(...Array.from({ length: 40 }, () => moved('a', 'barn')), poison('a'));
    const [{ partition }] = await fixture.rows('SELECT DISTINCT partition FROM journal.events');
    await fixture.database.pool.query(
      `INSERT INTO projector.holds VALUES ('counting', 1, $1, 17, gen_random_uuid(), now() + interval '1 hour')`,
      [partition],
    );
    await start(counting);
    const position = async () =>
      (await fixture.rows(`SELECT sequence FROM projector.positions WHERE partition = ${partition}`))[0]
        .sequence;
    await expect.poll(position).toBe(17);
    expect(await fixture.rows('SELECT jsonb_array_length(trail) AS moves FROM counting_v1.items')).toEqual([
      { moves: 17 },
    ]);
    await fixture.database.pool.query('DELETE FROM projector.holds');
    await fixture.caughtUp();
    expect(await fixture.parked()).toMatchObject([{ sequence: 41 }]);
  });

  it('given a retired version, then its tables are gone, its code does not start, and the live one cannot be', async () => {
    await fixture.append(...history(20));
    await start(counting);
    await start(next);
    await promote(store(), 'counting', 2, held);
    await expect(retire(store(), 'counting', 2, true)).rejects.toThrow(/live/);
    await expect.poll(async () => (await store().versions('counting'))[1]?.fedBy).toBe('test');
    await expect(retire(store(), 'counting', 1, false)).rejects.toThrow(/test still feeds v1/);
    await running[0]?.stop();
    await retire(store(), 'counting', 1, true);
    expect(await fixture.rows("SELECT to_regnamespace('counting_v1') AS schema")).toEqual([{ schema: null }]);
    await expect(fixture.store.ensure(counting)).rejects.toThrow(/retired/);
    await expect(rollback(store(), 'counting', false, held)).rejects.toThrow(/no version to go back to/);
    await startOver(store(), 'counting', 1);
    await fixture.store.ensure(counting);
    expect((await store().versions('counting')).map(({ version, role }) => [version, role])).toEqual([
      [2, 'live'],
      [1, 'other'],
    ]);
  });

  it('given a view that others have built on, then promoting is refused and says which', async () => {
    await start(counting);
    await start(next);
    await fixture.database.pool.query('CREATE VIEW mine AS SELECT * FROM read_model.places');
    await expect(promote(store(), 'counting', 2, held)).rejects.toThrow(
      /mine depends on view read_model.places/,
    );
    expect((await store().versions('counting')).find(({ role }) => role === 'live')?.version).toBe(1);
  });

  it('given a long query of a reader, then promoting waits for it', async () => {
    await start(counting);
    await start(next);
    const reader = await fixture.database.pool.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT * FROM read_model.places');
    const promoting = promote(store(), 'counting', 2, held);
    const waiting = () => fixture.rows('SELECT FROM pg_locks WHERE NOT granted');
    await expect.poll(async () => (await waiting()).length).toBeGreaterThan(0);
    await reader.query('COMMIT');
    reader.release();
    expect(await promoting).toEqual({ from: 1, to: 2 });
  });

  it('given a log whose beginning is gone, then filling a version from it is refused, and a projector stops', async () => {
    await fixture.append(...Array.from({ length: 5 }, () => moved('a', 'barn')));
    await refuseCutLog(store());
    await fixture.database.pool.query('DELETE FROM journal.events WHERE sequence < 3');
    await expect(refuseCutLog(store())).rejects.toThrow(/does not begin at 1 in partition \d/);
    await start(counting);
    await expect
      .poll(() => fixture.rows('SELECT reason FROM projector.stops'))
      .toEqual([{ reason: 'events_missing' }]);
    expect(await fixture.rows('SELECT * FROM counting_v1.items')).toEqual([]);
  });
});
