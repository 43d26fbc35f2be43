import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clocks, Lease, type LeaseStore } from '../../src/pacing/lease.js';

/** A store whose clock is ours. */
function storeWith(now: () => number) {
  let epoch = 0;
  let expiresAt = 0;
  const faults: Error[] = [];
  const store: LeaseStore = {
    acquire: async (_, leaseMs) => {
      if (expiresAt > now()) return undefined;
      expiresAt = now() + leaseMs;
      return ++epoch;
    },
    renew: async (mine, leaseMs) => {
      const fault = faults.shift();
      if (fault) throw fault;
      if (mine !== epoch || expiresAt <= now()) return false;
      expiresAt = now() + leaseMs;
      return true;
    },
    release: async (mine) => {
      if (mine === epoch) expiresAt = Math.min(expiresAt, now());
    },
  };
  return { store, faults };
}

describe('the lease', () => {
  let nowMs = 0;
  let skewMs = 0;
  const clocks: Clocks = { monotonicMs: () => nowMs, wallMs: () => 1_000_000 + nowMs + skewMs };
  const told: unknown[] = [];
  const acquire = (store: LeaseStore, holder: string) =>
    Lease.acquire(store, holder, 1_000, (error) => told.push(error), clocks);
  /** Time goes on and timers fire. */
  const live = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      nowMs += 10;
      await vi.advanceTimersByTimeAsync(10);
    }
  };

  beforeEach(() => {
    vi.useFakeTimers();
    nowMs = 0;
    skewMs = 0;
    told.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  it('given a holder that lives, then it is held as long as it likes and nobody else gets it', async () => {
    const { store } = storeWith(() => nowMs);
    const lease = await acquire(store, 'one');
    for (let i = 0; i < 50; i++) {
      await live(100);
      expect(lease?.held()).toBe(true);
      expect(await acquire(store, 'two')).toBeUndefined();
    }
    await lease?.release();
  });

  it('given a process that was stopped past it, then it is lost at the first look, before any timer', async () => {
    const { store } = storeWith(() => nowMs);
    const lease = await acquire(store, 'one');
    nowMs += 1_500;
    expect(lease?.held()).toBe(false);
    expect(lease?.lost.aborted).toBe(true);
    const next = await acquire(store, 'two');
    expect(next?.epoch).toBe(2);
    await lease?.release();
    expect(next?.held()).toBe(true);
    await next?.release();
  });

  it('given a machine that slept, so that only the wall clock went on, then it is lost', async () => {
    const { store } = storeWith(() => nowMs);
    const lease = await acquire(store, 'one');
    skewMs = 60_000;
    expect(lease?.held()).toBe(false);
    await lease?.release();
  });

  it('given a store that cannot be reached, then it lapses here before it expires there', async () => {
    const { store, faults } = storeWith(() => nowMs);
    const lease = await acquire(store, 'one');
    faults.push(...Array.from({ length: 100 }, () => new Error('gone')));
    await live(790);
    expect(lease?.held()).toBe(true);
    await live(50);
    expect(lease?.held()).toBe(false);
    expect(await acquire(store, 'two')).toBeUndefined();
    expect(told.length).toBeGreaterThan(1);
    await lease?.release();
  });

  it('given a renewal or two that fail, then it is kept', async () => {
    const { store, faults } = storeWith(() => nowMs);
    const lease = await acquire(store, 'one');
    faults.push(new Error('one'), new Error('two'));
    await live(3_000);
    expect(lease?.held()).toBe(true);
    expect(told).toHaveLength(2);
    await lease?.release();
  });

  it('given a release, then another gets it at once', async () => {
    const { store } = storeWith(() => nowMs);
    await (await acquire(store, 'one'))?.release();
    const next = await acquire(store, 'two');
    expect(next?.held()).toBe(true);
    await next?.release();
  });
});
