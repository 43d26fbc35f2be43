import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventToAppend } from '../../src/event/index.js';
import type { ParkedSelection, RedriveOrder } from '../../src/projector/index.js';
import { decodeJson } from '../support/events.js';
import { decode } from './counting-projection.js';
import { moved, ProjectorFixture, poison, type Running } from './fixture.js';

const all: ParkedSelection = { projection: 'counting', version: 1, limit: 1_000 };
const REDRIVE: RedriveOrder = { action: 'redrive', dryRun: false, requestedBy: 'test' };
const DISCARD: RedriveOrder = { ...REDRIVE, action: 'discard' };

/** The code with its fault mended: what was poison says where the item went. */
const mended: Running['decode'] = (event) =>
  event.payload.toString() === 'poison'
    ? { ...decodeJson({ ...event, payload: Buffer.from('{"to":"cellar"}') }) }
    : decode(event);

describe('parked events', () => {
  let fixture: ProjectorFixture;
  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
  });
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.database.drop());

  const places = () =>
    fixture.rows('SELECT item, place, trail FROM counting_v1.items ORDER BY item COLLATE "C"');

  /** Asks, while a projector runs, and waits until nothing of the request is pending. */
  async function ask(order: RedriveOrder, running: Running = {}, selection: ParkedSelection = all) {
    const projector = fixture.start(running);
    try {
      const { redrive } = await fixture.requests.file(selection, order);
      const pending = async () => (await fixture.requests.progress(redrive))?.pending;
      await expect.poll(pending, { timeout: 20_000 }).toBe(0);
      return await fixture.requests.progress(redrive);
    } finally {
      await projector.stop();
    }
  }

  it('given 1 of 1,000 events poisoned, when redriven after the fix, then rows are those of the same history without a fault', async () => {
    const history = Array.from({ length: 1_000 }, (_, n): EventToAppend => {
      if (n === 500) return poison('item-5');
      return moved(`item-${n % 99}`, n % 2 === 0 ? 'attic' : 'barn');
    });
    await fixture.append(...history);
    await fixture.catchUp();
    const followers = history.slice(501).filter(({ envelope }) => envelope.key === 'item-5').length;
    expect(await fixture.parked()).toHaveLength(1 + followers);
    expect((await fixture.parked())[0]).toMatchObject({ key: 'item-5', reason: 'undecodable' });
    expect(await fixture.rows('SELECT sum(moves)::int AS moves FROM read_model.places')).toEqual([
      { moves: 999 - followers },
    ]);

    expect(await ask(REDRIVE, { decode: mended })).toMatchObject({
      done: 1,
      failed: 0,
      events: 1 + followers,
    });
    const trails = history.reduce((known, { envelope: { key }, payload }) => {
      const to = payload.toString() === 'poison' ? 'cellar' : JSON.parse(payload.toString()).to;
      return known.set(key, [...(known.get(key) ?? []), to]);
    }, new Map<string, string[]>());
    const oracle = [...trails].map(([item, trail]) => ({ item, place: trail.at(-1), trail }));
    expect(await places()).toEqual(oracle.sort((a, b) => (a.item < b.item ? -1 : 1)));
    const redriven = await fixture.everything();
    await fixture.forget();
    const projector = fixture.start({ decode: mended });
    await fixture.caughtUp();
    await projector.stop();
    expect(redriven).toEqual(await fixture.everything());
  });

  it('given any history with poison, when redriven while more comes, then rows are as if it had never been poison', async () => {
    const item = fc.constantFrom('a', 'b', 'c', 'd');
    const happening = fc.oneof(
      { weight: 4, arbitrary: fc.record({ item, to: fc.constantFrom('attic', 'barn') }) },
      { weight: 1, arbitrary: fc.record({ item, to: fc.constant(undefined) }) },
    );
    const events = (told: readonly { item: string; to: string | undefined }[]) =>
      told.map(({ item, to }) => (to === undefined ? poison(item) : moved(item, to)));
    const histories = fc.array(happening, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(histories, histories, async (before, after) => {
        await fixture.reset();
        await fixture.append(...events(before));
        await fixture.catchUp(7);
        const projector = fixture.start({ decode: mended, deliveryEvents: 3 });
        const { redrive } = await fixture.requests.file(all, REDRIVE);
        for (const event of events(after)) await fixture.append(event);
        const left = async () => [
          (await fixture.requests.progress(redrive))?.pending,
          await fixture.parked(),
        ];
        // What came behind a key that was still parked waits for a request of its own.
        await expect.poll(async () => (await left())[0], { timeout: 20_000 }).toBe(0);
        await fixture.caughtUp();
        const again = await fixture.requests.file(all, REDRIVE);
        const pending = async () => (await fixture.requests.progress(again.redrive))?.pending;
        await expect.poll(pending, { timeout: 20_000 }).toBe(0);
        await projector.stop();
        const redriven = await fixture.everything();
        await fixture.forget();
        const plain = fixture.start({ decode: mended });
        await fixture.caughtUp();
        await plain.stop();
        expect(redriven).toEqual(await fixture.everything());
      }),
      { numRuns: 8 },
    );
  });

  it('given a key that fails again, then it stays parked, says so, and is not tried by itself', async () => {
    await fixture.append(moved('a', 'attic'), poison('a'), moved('a', 'nowhere'), moved('a', 'barn'));
    await fixture.catchUp();
    const progress = await ask(REDRIVE, { decode: mended });
    expect(progress).toMatchObject({ done: 0, failed: 1, events: 1 });
    expect(progress?.failures).toMatchObject([{ key: 'a', sequence: 3, reason: 'fold_failed' }]);
    expect(await places()).toEqual([{ item: 'a', place: 'cellar', trail: ['attic', 'cellar'] }]);
    const keys = await fixture.requests.list(all);
    expect(keys).toMatchObject([{ key: 'a', events: 2, reason: 'fold_failed', attempts: 1 }]);
    expect(await fixture.requests.list({ ...all, attemptsBelow: 1 })).toEqual([]);

    await fixture.append(moved('a', 'attic'));
    await fixture.catchUp();
    expect(await fixture.parked()).toHaveLength(3);
  });

  it('given a value the database refuses, when redriven, then those before it are applied and it stays', async () => {
    await fixture.append(poison('a'), moved('a', 'barn'), moved('a', 'bar\0n'), moved('a', 'attic'));
    await fixture.catchUp();
    expect(await ask({ ...REDRIVE, dryRun: true }, { decode: mended })).toMatchObject({
      failed: 1,
      events: 2,
    });
    expect(await places()).toEqual([]);
    expect(await ask(REDRIVE, { decode: mended })).toMatchObject({
      failed: 1,
      events: 2,
      failures: [{ sequence: 3, reason: 'rejected_by_database' }],
    });
    expect(await places()).toMatchObject([{ item: 'a', trail: ['cellar', 'barn'] }]);
    expect(await fixture.parked()).toMatchObject([
      { sequence: 3, reason: 'rejected_by_database' },
      { sequence: 4, reason: 'behind_parked' },
    ]);
  });

  it('given a dry run, then it says what would come of it and changes nothing', async () => {
    await fixture.append(poison('a'), moved('a', 'barn'), poison('b'));
    await fixture.catchUp();
    const before = await fixture.everything();
    expect(await ask({ ...REDRIVE, dryRun: true }, { decode: mended })).toMatchObject({ done: 2, events: 3 });
    expect(await ask({ ...REDRIVE, dryRun: true })).toMatchObject({ failed: 2, events: 0 });
    expect(await fixture.everything()).toEqual(before);
  });

  it('given a limit, a key or a reason, then only what is meant is taken', async () => {
    await fixture.append(poison('a'), poison('b'), moved('c', 'nowhere'), moved('c', 'barn'));
    await fixture.catchUp();
    const keysOf = async (selection: ParkedSelection) =>
      (await fixture.requests.list(selection)).map(({ key }) => key);
    expect(await keysOf({ ...all, limit: 2 })).toHaveLength(2);
    expect(await keysOf({ ...all, reason: 'fold_failed' })).toEqual(['c']);
    expect(await keysOf({ ...all, keys: ['b'] })).toEqual(['b']);
    expect(await ask(REDRIVE, { decode: mended }, { ...all, keys: ['b'] })).toMatchObject({
      items: 1,
      done: 1,
    });
    expect((await fixture.parked()).map(({ key }) => key).sort()).toEqual(['a', 'c', 'c']);
  });

  it('given a request that nobody has begun, when it is cancelled, then nothing comes of it', async () => {
    await fixture.append(poison('a'));
    await fixture.catchUp();
    const { redrive } = await fixture.requests.file(all, REDRIVE);
    expect(await fixture.requests.cancel(redrive)).toBe(1);
    expect(await fixture.requests.progress(redrive)).toMatchObject({ pending: 0, cancelled: 1 });
    await ask(REDRIVE, { decode: mended }, { ...all, keys: ['nobody'] });
    expect(await fixture.parked()).toHaveLength(1);
  });

  it('given one event discarded, then those behind it are applied when redriven, and later ones by themselves', async () => {
    await fixture.append(poison('a'), moved('a', 'barn'));
    await fixture.catchUp();
    const [head] = await fixture.parked();
    const event = { partition: head.partition, sequence: head.sequence };
    expect(await ask(DISCARD, {}, { ...all, event })).toMatchObject({ done: 1, events: 1 });
    expect(await fixture.parked()).toMatchObject([{ reason: 'behind_parked' }]);
    expect(await ask(REDRIVE)).toMatchObject({ done: 1, events: 1 });
    await fixture.append(moved('a', 'attic'));
    await fixture.catchUp();
    expect(await places()).toEqual([{ item: 'a', place: 'attic', trail: ['barn', 'attic'] }]);
  });

  it('given all of a key discarded while the projector runs, then newer events of it apply', async () => {
    await fixture.append(poison('a'), moved('a', 'barn'));
    const projector = fixture.start();
    await fixture.caughtUp();
    const { redrive } = await fixture.requests.file({ ...all, keys: ['a'] }, DISCARD);
    await expect.poll(async () => (await fixture.requests.progress(redrive))?.done).toBe(1);
    await fixture.append(moved('a', 'attic'));
    await fixture.caughtUp();
    await projector.stop();
    expect(await places()).toMatchObject([{ item: 'a', trail: ['attic'] }]);
    expect(await fixture.parked()).toEqual([]);
  });

  it('given events without a readable key, then each is parked and redriven alone', async () => {
    await fixture.append(poison(''), moved('', 'barn'), poison(''));
    await fixture.catchUp();
    expect(await fixture.rows('SELECT trail FROM counting_v1.items')).toEqual([{ trail: ['barn'] }]);
    expect(await fixture.requests.list(all)).toMatchObject([{ sequence: 1 }, { sequence: 3 }]);
    expect(await ask(REDRIVE, { decode: mended })).toMatchObject({ items: 2, done: 2, events: 2 });
    expect(await fixture.parked()).toEqual([]);
  });

  it('given more faults than may be parked, then it stops, says why, and goes on once some are discarded', async () => {
    await fixture.append(moved('z', 'attic'), ...['a', 'b', 'c', 'd', 'e', 'f'].map((item) => poison(item)));
    const faults: unknown[] = [];
    const projector = fixture.start({
      parkedMost: 3,
      deliveryEvents: 1,
      onFault: (error) => faults.push(error),
    });
    const stops = () => fixture.rows('SELECT DISTINCT reason FROM projector.stops');
    await expect.poll(stops).toEqual([{ reason: 'parked_too_many' }]);
    expect(faults).toContainEqual(expect.objectContaining({ name: 'ParkedTooManyError' }));
    expect(await fixture.requests.list(all)).toHaveLength(3);
    await fixture.requests.file(all, DISCARD);
    await fixture.caughtUp();
    await projector.stop();
    expect(await fixture.parked()).toHaveLength(3);
  });

  it('given a projector that ends in the middle of a long key, then the next goes on where it stopped', async () => {
    const trail = Array.from({ length: 2_500 }, (_, n) => moved('a', `place-${n}`));
    await fixture.append(poison('a'), ...trail);
    await fixture.catchUp(1_000);
    const { redrive } = await fixture.requests.file(all, REDRIVE);
    const first = fixture.start({ decode: mended });
    const parked = async () => (await fixture.parked()).length;
    await expect.poll(parked, { interval: 1, timeout: 20_000 }).toBeLessThan(2_501);
    await first.stop();
    const second = fixture.start({ decode: mended });
    await expect
      .poll(async () => (await fixture.requests.progress(redrive))?.done, { timeout: 20_000 })
      .toBe(1);
    await second.stop();
    expect(await fixture.rows('SELECT jsonb_array_length(trail) AS moves FROM counting_v1.items')).toEqual([
      { moves: 2_501 },
    ]);
  });
});
