import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../src/pacing/backoff.js';
import { createWaker } from '../../src/pacing/waker.js';

const LONG_MS = 600_000;

describe('given a waker', () => {
  test('when it is woken before it sleeps, then the next sleep ends at once, and only that', async () => {
    const waker = createWaker(new AbortController().signal);
    waker.wake();
    await waker.wait(LONG_MS);
    await expectAsleep(waker.wait(LONG_MS), waker.wake);
  });

  test('when it pauses, then a wake-up does not end the pause but is kept', async () => {
    const stop = new AbortController();
    const waker = createWaker(stop.signal);
    const pause = waker.pause(LONG_MS);
    waker.wake();
    await expectAsleep(pause, () => stop.abort());
  });

  test('when its signal is aborted, then no sleep begins', async () => {
    const waker = createWaker(AbortSignal.abort());
    await waker.wait(LONG_MS);
    await waker.pause(LONG_MS);
  });

  async function expectAsleep(sleep: Promise<void>, end: () => void): Promise<void> {
    const turn = new Promise((resolve) => setTimeout(() => resolve('asleep'), 20));
    expect(await Promise.race([sleep, turn])).toBe('asleep');
    end();
    await sleep;
  }
});

test('given any number of failures, then the wait is between half and all of the doubled one, and bounded', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), random, (failures, chance) => {
      const full = Math.min(300_000, 1_000 * 2 ** (failures - 1));
      const waitMs = backoffMs(failures, 1_000, 300_000, chance);
      expect(waitMs).toBeLessThanOrEqual(full);
      expect(waitMs).toBeGreaterThanOrEqual(full / 2);
    }),
  );
});
