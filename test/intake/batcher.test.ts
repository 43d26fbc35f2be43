import { describe, expect, test } from 'vitest';
import { createBatcher } from '../../src/intake/batcher.js';

/** A run that stays open until the test ends it. */
function controlled() {
  const runs: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      runs.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { runs, run };
}

const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('given a batcher of two runs, three items each and a queue of four', () => {
  const options = { batchSizeMax: 3, runningMax: 2, queueLengthMax: 4 };

  test('when items arrive in one turn, then they share a run and each gets its own result', async () => {
    const { runs, run } = controlled();
    const submit = createBatcher(run, options);
    const results = Promise.all([submit(1), submit(2)]);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
    runs[0]?.end();
    expect(await results).toEqual([10, 20]);
  });

  test('when a run is open, then arrivals gather for the next until they fill one, and no third is started', async () => {
    const { runs, run } = controlled();
    const submit = createBatcher(run, options);
    const first = submit(1);
    await turn();
    const early = [submit(2), submit(3)];
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1]]);
    early.push(submit(4));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
    const late = [submit(5), submit(6), submit(7)];
    await turn();
    expect(runs).toHaveLength(2);
    runs[0]?.end();
    await turn();
    late.push(submit(8));
    for (const { end } of runs) end();
    await turn();
    for (const { end } of runs) end();
    expect([await first, ...(await Promise.all([...early, ...late]))]).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((item) => item * 10),
    );
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3, 4], [5, 6, 7], [8]]);
  });

  test('when the queue is full, then the next item is refused and the others are not', async () => {
    const { runs, run } = controlled();
    const submit = createBatcher(run, { ...options, runningMax: 1 });
    const items = [submit(0)];
    await turn();
    items.push(submit(1), submit(2), submit(3), submit(4));
    await expect(submit(5)).rejects.toMatchObject({ code: 'service_unavailable' });
    while (runs.length < 3) {
      for (const { end } of runs) end();
      await turn();
    }
    for (const { end } of runs) end();
    expect(await Promise.all(items)).toEqual([0, 10, 20, 30, 40]);
  });

  test('when a run fails, then all its items fail and later ones do not', async () => {
    const { runs, run } = controlled();
    const submit = createBatcher(run, options);
    const doomed = Promise.allSettled([submit(1), submit(2)]);
    await turn();
    runs[0]?.fail(new Error('lost'));
    expect((await doomed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = submit(3);
    await turn();
    runs[1]?.end();
    expect(await later).toBe(30);
  });
});
