import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keyed, moved, ProjectorFixture, poison } from './fixture.js';

describe('the projector, given faults of data', () => {
  let fixture: ProjectorFixture;
  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
  });
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.database.drop());

  it('given poison, then it and later events of its key are parked with their bytes, and others go on', async () => {
    await fixture.append(moved('a', 'attic'), poison('a'), moved('a', 'barn'), moved('b', 'barn'));
    await fixture.catchUp();
    await fixture.append(moved('a', 'cellar'), moved('b', 'attic'));
    await fixture.catchUp();

    expect(await fixture.rows('SELECT item, place FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a', place: 'attic' },
      { item: 'b', place: 'attic' },
    ]);
    const set = await fixture.rows(
      'SELECT key, reason, payload FROM projector.parked_events ORDER BY sequence',
    );
    expect(set.map(({ key, reason }) => [key, reason])).toEqual([
      ['a', 'undecodable'],
      ['a', 'behind_parked'],
      ['a', 'behind_parked'],
    ]);
    expect(set[0].payload.toString()).toBe('poison');
  });

  it('given a fold that throws, then nothing of the event is kept and it is parked', async () => {
    await fixture.append(moved('a', 'attic'), moved('a', 'nowhere'));
    await fixture.catchUp();
    expect(await fixture.rows('SELECT place, trail FROM counting_v1.items')).toEqual([
      { place: 'attic', trail: ['attic'] },
    ]);
    expect(await fixture.parked()).toMatchObject([{ key: 'a', reason: 'fold_failed' }]);
  });

  it('given a value the database cannot hold, then only its event is parked', async () => {
    await fixture.append(
      ...['a', 'b', 'c', 'd'].map((item) => moved(item, item === 'c' ? 'bar\0n' : 'barn')),
    );
    await fixture.catchUp();
    expect(await fixture.rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'b' },
      { item: 'd' },
    ]);
    expect(await fixture.parked()).toMatchObject([{ key: 'c', reason: 'rejected_by_database' }]);
  });

  it('given a key the database cannot look up, then only its event is parked', async () => {
    await fixture.append(...['a', 'b\0c', 'd'].map((item) => keyed(item, 'barn')));
    await fixture.catchUp();
    expect(await fixture.rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'd' },
    ]);
    expect(await fixture.parked()).toMatchObject([{ reason: 'rejected_by_database' }]);
  });

  it('given more than the database takes at once, then the window is made smaller', async () => {
    // A key is indexed, and an index takes at most a third of a page.
    const long = Array.from({ length: 3_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000)),
    ).join('');
    await fixture.append(keyed('a', 'barn'), keyed(long, 'barn'), keyed('b', 'barn'));
    await fixture.catchUp();
    expect(await fixture.rows('SELECT item FROM counting_v1.items ORDER BY item')).toEqual([
      { item: 'a' },
      { item: 'b' },
    ]);
    expect(await fixture.parked()).toMatchObject([{ reason: 'rejected_by_database' }]);
  });

  it('given a contribution that throws, then only its event is parked', async () => {
    await fixture.append(moved('a', 'barn'), moved('b', 'uncountable'), moved('c', 'barn'));
    await fixture.catchUp();
    expect(await fixture.rows('SELECT * FROM read_model.places')).toEqual([
      { place: 'barn', items: 2, moves: 2 },
    ]);
    expect(await fixture.parked()).toMatchObject([{ key: 'b', reason: 'fold_failed' }]);
  });
});
