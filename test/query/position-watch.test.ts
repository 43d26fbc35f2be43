import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestError } from '../../src/errors.js';
import type { Position } from '../../src/event/index.js';
import { createPositionWatch } from '../../src/query/position-watch.js';

const listening = new AbortController().signal;
setMaxListeners(0, listening);

/** A read model whose positions a test moves, and which counts how often it is looked at. */
class Moving {
  readonly positions: Position[] = [
    { partition: 0, sequence: 0 },
    { partition: 1, sequence: 0 },
  ];
  looks = 0;
  fault: Error | undefined;

  readonly freshness = async () => {
    this.looks++;
    if (this.fault) throw this.fault;
    return { positions: structuredClone(this.positions), lagSeconds: 0.5, mark: '' };
  };

  watch(waitingMost = 100) {
    return createPositionWatch({ freshness: this.freshness, pollMs: 20, waitingMost });
  }
}

const at = (partition: number, sequence: number): Position => ({ partition, sequence });

describe('waiting for positions', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('given positions that are applied, when waited for, then it is over at the first look', async () => {
    const model = new Moving();
    model.positions[0] = at(0, 7);
    const reached = model.watch().reached('account-state', [at(0, 7), at(1, 0)], 0, listening);
    expect(await reached).toEqual({ outcome: 'reached' });
    expect(model.looks).toBe(1);
    await vi.runAllTimersAsync();
    expect(model.looks).toBe(1);
  });

  it('given a hundred who wait, when the last position comes, then all go on, having shared their looks', async () => {
    const model = new Moving();
    const watch = model.watch();
    const all = Array.from({ length: 100 }, (_, n) =>
      watch.reached('import-progress', [at(0, 1 + (n % 3)), at(1, 1)], 5_000, listening),
    );
    await vi.advanceTimersByTimeAsync(100);
    const before = model.looks;
    expect(before).toBeLessThan(10);
    model.positions.splice(0, 2, at(0, 3), at(1, 1));
    await vi.advanceTimersByTimeAsync(20);
    expect(await Promise.all(all)).toEqual(all.map(() => ({ outcome: 'reached' })));
    expect(model.looks).toBe(before + 1);
  });

  it('given a position that does not come, when the time is up, then it says how far it was instead', async () => {
    const model = new Moving();
    const reached = model.watch().reached('import-progress', [at(1, 9)], 1_000, listening);
    await vi.advanceTimersByTimeAsync(990);
    model.positions[1] = at(1, 8);
    await vi.advanceTimersByTimeAsync(30);
    expect(await reached).toEqual({
      outcome: 'late',
      freshness: { positions: [at(0, 0), at(1, 8)], lagSeconds: 0.5, mark: '' },
    });
  });

  it('given a partition that the log does not have, then nobody waits for it', async () => {
    const reached = new Moving().watch().reached('import-progress', [at(0, 0), at(2, 1)], 9_000, listening);
    expect(await reached).toEqual({ outcome: 'unknown_partition', partition: 2 });
  });

  it('given a database that fails, or never answers, then waiting ends with that fault, in time', async () => {
    const model = new Moving();
    model.fault = new RequestError('service_unavailable');
    await expect(
      model.watch().reached('import-progress', [at(0, 1)], 9_000, listening),
    ).rejects.toMatchObject({ code: 'service_unavailable' });
    const silent = createPositionWatch({
      freshness: () => new Promise(() => {}),
      pollMs: 20,
      waitingMost: 1,
    }).reached('import-progress', [at(0, 1)], 2_000, listening);
    const ended = expect(silent).rejects.toMatchObject({ code: 'service_unavailable' });
    await vi.advanceTimersByTimeAsync(3_000);
    await ended;
  });

  it('given as many waiting as may, when one more comes, then it is refused until one has left', async () => {
    const watch = new Moving().watch(1);
    const client = new AbortController();
    const first = watch.reached('import-progress', [at(0, 1)], 9_000, client.signal);
    const refused = watch.reached('import-progress', [at(0, 0)], 0, listening);
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    client.abort();
    await expect(first).rejects.toMatchObject({ code: 'not_yet_projected' });
    const next = watch.reached('import-progress', [at(0, 0)], 0, listening);
    await vi.advanceTimersByTimeAsync(20);
    expect(await next).toEqual({ outcome: 'reached' });
  });

  it('given somebody who waits, when it is closed, then the wait ends at once and looking with it', async () => {
    const model = new Moving();
    const watch = model.watch();
    const waiting = watch.reached('import-progress', [at(0, 1)], 9_000, listening);
    await vi.advanceTimersByTimeAsync(50);
    watch.close();
    await expect(waiting).rejects.toMatchObject({ code: 'service_unavailable' });
    await vi.advanceTimersByTimeAsync(20);
    const { looks } = model;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(model.looks).toBe(looks);
  });

  it('given any positions and any wish, then it is reached exactly if no partition is short of it', async () => {
    const vector = fc.array(fc.nat(5), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(vector, vector, async (applied, wished) => {
        const model = new Moving();
        model.positions.splice(0, 2, ...applied.map((sequence, partition) => at(partition, sequence)));
        const wanted = wished.map((sequence, partition) => at(partition, sequence));
        const { outcome } = await model.watch().reached('import-progress', wanted, 0, listening);
        const expected =
          wished.length > applied.length
            ? 'unknown_partition'
            : wished.every((sequence, partition) => sequence <= (applied[partition] ?? 0))
              ? 'reached'
              : 'late';
        expect(outcome).toBe(expected);
      }),
    );
  });
});
