import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatherWindows } from '../../src/adapters/postgres/projection-gathering.js';
import type { Advance, Changes, Projection, Row } from '../../src/projector/index.js';
import { counting } from './counting-projection.js';
import { moved, ProjectorFixture } from './fixture.js';

const next: Projection = { ...counting, version: 2 };
const NOTHING: Changes = { owned: new Map(), shared: new Map(), tallies: new Map(), parked: [] };

const advance = (partition = 0): Advance => ({
  partition,
  from: { sequence: 0, revision: 0 },
  to: 1,
  eventTime: '2026-01-01T00:00:00.000Z',
});

const item = (name: string): Row => ({
  item: name,
  place: 'attic',
  trail: ['attic'],
  moved_at: '2026-01-01T00:00:00.000Z',
});

const items = (...rows: Row[]): Changes => ({ ...NOTHING, owned: new Map([['items', rows]]) });

describe('windows that are written together', () => {
  let fixture: ProjectorFixture;
  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
    await fixture.store.ensure(next);
  });
  beforeEach(async () => {
    await fixture.reset();
    await fixture.rows('TRUNCATE counting_v2.items');
  });
  afterAll(() => fixture.database.drop());

  const commit = (projection: Projection, changes: Changes, at = advance()) =>
    fixture.store.commit(projection, at, changes);
  /** How many transactions have written the positions of these partitions. */
  const transactions = async () => {
    const [row] = await fixture.rows(
      'SELECT count(DISTINCT xmin::text)::int AS n, count(*)::int AS moved FROM projector.positions WHERE sequence > 0',
    );
    return row;
  };
  const itemsOf = async (version: number) =>
    (await fixture.rows(`SELECT item FROM counting_v${version}.items`)).map((row) => row['item']);

  it('given small ones of one partition, then they share a transaction', async () => {
    await Promise.all([commit(next, items(item('a'))), commit(counting, NOTHING)]);
    expect(await transactions()).toEqual({ n: 1, moved: 2 });
    expect(await itemsOf(2)).toEqual(['a']);
  });

  it('given some of different partitions, then each has its own', async () => {
    await Promise.all([commit(next, items(item('a'))), commit(counting, items(item('b')), advance(1))]);
    expect(await transactions()).toEqual({ n: 2, moved: 2 });
  });

  it('given a large one, then it has its own', async () => {
    const many = Array.from({ length: 201 }, (_, n) => item(`item ${n}`));
    await Promise.all([commit(next, items(...many)), commit(counting, NOTHING)]);
    expect(await transactions()).toEqual({ n: 2, moved: 2 });
    expect(await itemsOf(2)).toHaveLength(201);
  });

  it('given one in which an event is parked, then it has its own', async () => {
    const { envelope, payload } = moved('a', 'nowhere');
    const event = { envelope, payload, partition: 0, sequence: 1, appendedAt: 0 };
    const parked = [{ event, reason: 'fold_failed', detail: 'nowhere' }];
    await Promise.all([commit(next, { ...NOTHING, parked }), commit(counting, NOTHING)]);
    expect(await transactions()).toEqual({ n: 2, moved: 2 });
    expect(await fixture.parked()).toEqual([{ key: 'a', reason: 'fold_failed', partition: 0, sequence: 1 }]);
  });

  it('given one that the database refuses, then the other is written all the same', async () => {
    const refused = { ...item('a'), moved_at: 'never' };
    const [ours, other] = await Promise.all([
      commit(next, items(item('b'))),
      commit(counting, items(refused)),
    ]);
    expect(ours).toEqual({ kind: 'committed', position: { sequence: 1, revision: 1 } });
    expect(other).toMatchObject({ kind: 'rejected', detail: expect.stringContaining('never') });
    expect([await itemsOf(1), await itemsOf(2)]).toEqual([[], ['b']]);
  });

  it('given one whose position another writer has moved, then the other is written all the same', async () => {
    await commit(counting, NOTHING);
    const [ours, other] = await Promise.all([
      commit(next, items(item('b'))),
      commit(counting, items(item('a'))),
    ]);
    expect([ours.kind, other.kind]).toEqual(['committed', 'fenced']);
    expect([await itemsOf(1), await itemsOf(2)]).toEqual([[], ['b']]);
  });

  it('given a connection that breaks, then none is written again: it may have been committed', async () => {
    const written: number[] = [];
    const gathered = gatherWindows(async (windows) => {
      written.push(windows.length);
      throw new Error('Connection terminated unexpectedly');
    });
    const windows = [counting, next].map((projection) => ({
      projection,
      advance: advance(),
      changes: NOTHING,
    }));
    const outcomes = await Promise.allSettled(windows.map((window) => gathered(window)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(written).toEqual([2]);
  });
});
