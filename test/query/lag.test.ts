import { describe, expect, it } from 'vitest';
import { catchUpSeconds, conditionOf, RateMeter, worstOf } from '../../src/query/lag.js';

const told = {
  name: 'import-progress',
  version: 1,
  partition: 0,
  movedSecondsAgo: 0,
  stopReason: null,
  held: false,
};
const caughtUp = { position: 9, head: 9, lagSeconds: 0 };
const behind = { position: 5, head: 9, lagSeconds: 100 };

describe('what a projection is doing', () => {
  it.each([
    ['running', caughtUp, told],
    ['running', caughtUp, { ...told, movedSecondsAgo: 9_999 }],
    ['running', { ...behind, lagSeconds: 1 }, told],
    ['catching_up', behind, told],
    ['stalled', behind, { ...told, movedSecondsAgo: 31 }],
    // Quiet for an hour, then one event ten seconds ago: that is no hour of standing still.
    ['catching_up', { ...behind, lagSeconds: 10 }, { ...told, movedSecondsAgo: 3_600 }],
    ['stopped', behind, { ...told, stopReason: 'parked_too_many', movedSecondsAgo: 50 }],
    ['running', caughtUp, { ...told, stopReason: 'infrastructure' }],
    ['held', behind, { ...told, held: true, stopReason: 'infrastructure' }],
    ['no_owner', behind, { ...told, fedSecondsAgo: null }],
    ['no_owner', caughtUp, { ...told, fedSecondsAgo: 61 }],
    ['running', caughtUp, { ...told, fedSecondsAgo: 5 }],
  ] as const)('is %s, given %j and %j', (expected, place, standing) => {
    expect(conditionOf(place, standing)).toBe(expected);
  });

  it('is that of its worst partition, given several', () => {
    expect(worstOf(['running', 'catching_up', 'running'])).toBe('catching_up');
    expect(worstOf(['held', 'stopped', 'no_owner'])).toBe('stopped');
    expect(worstOf([])).toBe('running');
  });
});

describe('how fast it is', () => {
  it('given two looks, then rates are what lies between them', () => {
    const meter = new RateMeter(120_000);
    expect(meter.rates('p')).toBeUndefined();
    meter.saw('p', { atMs: 1_000, position: 100, head: 1_000 });
    expect(meter.rates('p')).toBeUndefined();
    meter.saw('p', { atMs: 3_000, position: 500, head: 1_200 });
    expect(meter.rates('p')).toEqual({ appliedPerSecond: 200, appendedPerSecond: 100 });
    expect(catchUpSeconds(700, meter.rates('p'))).toBe(7);
  });

  it('given looks older than the window, then they count no more, but for the last before it', () => {
    const meter = new RateMeter(10_000);
    meter.saw('p', { atMs: 0, position: 0, head: 0 });
    meter.saw('p', { atMs: 5_000, position: 1_000, head: 1_000 });
    meter.saw('p', { atMs: 16_000, position: 1_011, head: 1_011 });
    expect(meter.rates('p')).toEqual({ appliedPerSecond: 1, appendedPerSecond: 1 });
  });

  it('given a position that went back, as of a version rolled back to, then it is measured anew', () => {
    const meter = new RateMeter(10_000);
    meter.saw('p', { atMs: 0, position: 900, head: 1_000 });
    meter.saw('p', { atMs: 1_000, position: 100, head: 1_000 });
    expect(meter.rates('p')).toBeUndefined();
  });

  it('given as many appended as applied, then nobody can say when it has caught up; given none missing, it has', () => {
    expect(catchUpSeconds(10, { appliedPerSecond: 5, appendedPerSecond: 5 })).toBeNull();
    expect(catchUpSeconds(10, undefined)).toBeNull();
    expect(catchUpSeconds(0, undefined)).toBe(0);
  });
});
