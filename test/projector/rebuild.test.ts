import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVersionStore } from '../../src/adapters/postgres/projection-versions.js';
import { type CatchUp, promote, untilCaughtUp, verify } from '../../src/projector/index.js';
import { counting } from './counting-projection.js';
import { moved, ProjectorFixture, poison, said } from './fixture.js';

const EVENTS = 12_000;
const signal = new AbortController().signal;

describe('a version filled beside the live one', () => {
  let fixture: ProjectorFixture;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    fixture = await ProjectorFixture.open();
  });
  afterAll(async () => {
    for (const child of children.filter(
      ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
    )) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await fixture.database.drop();
  });

  /** A process of its own that feeds version 2. */
  function feed(): ChildProcess {
    const script = fileURLToPath(new URL('feed-process.ts', import.meta.url));
    const args = ['--import', 'tsx', script, fixture.database.url, fixture.folder, '2'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    children.push(child);
    return child;
  }

  const history = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => {
      const at = from + n;
      if (at % 1_000 === 999) return poison(`item-${at % 300}`);
      if (at % 9 === 0) return said(`item-${at % 300}`, `item-${at % 70}`, `colour-${at % 5}`, at % 60);
      return moved(`item-${at % 300}`, ['attic', 'barn', 'cellar'][at % 3] ?? '');
    });

  it('given kill -9 again and again, then it goes on where it was, and verifies while events keep coming', {
    timeout: 180_000,
  }, async () => {
    await fixture.append(...history(0, EVENTS));
    const live = fixture.start({ deliveryEvents: 500 });
    await fixture.caughtUp(1);
    const store = createVersionStore(fixture.database.pool);
    const applied = async () =>
      Number(
        (
          await fixture.rows(
            'SELECT coalesce(sum(sequence), 0) AS sum FROM projector.positions WHERE version = 2',
          )
        )[0].sum,
      );

    let before = 0;
    for (let kill = 1; kill <= 3; kill++) {
      const child = feed();
      const goal = Math.max(before + 1, (EVENTS * kill) / 5);
      await expect.poll(applied, { timeout: 60_000, interval: 5 }).toBeGreaterThan(goal);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const now = await applied();
      expect(now).toBeGreaterThan(before);
      expect(now).toBeLessThan(EVENTS);
      before = now;
      expect(await fixture.rows('SELECT count(*)::int AS places FROM read_model.places')).toEqual([
        { places: 3 },
      ]);
    }
    feed();
    const seen: CatchUp[] = [];
    const end = await untilCaughtUp(store, 'counting', 2, {
      slack: 0,
      pollMs: 50,
      signal,
      onProgress: (at) => seen.push(at),
    });
    expect(end).toMatchObject({ applied: EVENTS, total: EVENTS });
    expect(seen[0]?.applied).toBeGreaterThanOrEqual(before);

    let [going, at] = [true, EVENTS];
    const writing = (async () => {
      for (; going; at += 20) await fixture.append(...history(at, 20));
    })();
    const held = { waitMs: 30_000, signal };
    const comparison = await verify(store, 'counting', 2, held);
    expect(comparison).toMatchObject({ differences: 0, notCompared: [] });
    expect(await promote(store, 'counting', 2, held)).toEqual({ from: 1, to: 2 });
    going = false;
    await writing;
    expect(at).toBeGreaterThan(EVENTS);
    await fixture.caughtUp(1);
    await fixture.caughtUp(2);
    await live.stop();
    expect((await verify(store, 'counting', 1, held)).differences).toBe(0);
    const versions = await store.versions('counting');
    expect(versions.map(({ parked }) => parked)).toEqual([versions[0]?.parked, versions[0]?.parked]);
    expect(versions[0]?.parked).toBeGreaterThan(12);
  });

  it('given a version that has stopped, then waiting for it ends and says why', async () => {
    const store = createVersionStore(fixture.database.pool);
    await fixture.store.ensure({ ...counting, version: 3 });
    await fixture.database.pool.query(
      `INSERT INTO projector.stops VALUES ('counting', 3, 0, 'parked_too_many', 'more than 3 faulty events would be parked')`,
    );
    const waiting = untilCaughtUp(store, 'counting', 3, {
      slack: 0,
      pollMs: 10,
      signal,
      onProgress: () => {},
    });
    await expect(waiting).rejects.toThrow(/v3 has stopped: more than 3 faulty events/);
  });
});
