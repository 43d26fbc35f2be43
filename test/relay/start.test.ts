import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutBatch } from '../../src/relay/batch.js';
import { RelayMismatch } from '../../src/relay/index.js';
import { startPositions } from '../../src/relay/start.js';
import { eventAt } from '../kafka/support.js';

const tail = (sequence: number) => ({ sequence, id: `e${sequence}` });

describe('where a relay goes on', () => {
  it('given an empty topic and no marks, then at the beginning', () => {
    expect(
      startPositions(
        new Map([
          [0, 5],
          [1, 0],
        ]),
        new Map(),
        new Map(),
      ),
    ).toEqual(
      new Map([
        [0, 0],
        [1, 0],
      ]),
    );
  });

  it('given any tail that neither mark nor head contradicts, then right behind it', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.nat(100), fc.nat(100), (mark, more, rest) => {
        const sequence = mark + more;
        const tails = sequence > 0 ? new Map([[0, tail(sequence)]]) : new Map();
        expect(startPositions(new Map([[0, sequence + rest]]), new Map([[0, mark]]), tails)).toEqual(
          new Map([[0, sequence]]),
        );
      }),
    );
  });

  it('given a tail below its mark, then it stops and says what it found', () => {
    const start = () => startPositions(new Map([[0, 9]]), new Map([[0, 8]]), new Map([[0, tail(7)]]));
    expect(start).toThrow(RelayMismatch);
    expect(start).toThrow('partition 0: the topic had acknowledged sequence 8 but ends at 7');
  });

  it('given a mark and an empty topic, then it stops', () => {
    expect(() => startPositions(new Map([[0, 9]]), new Map([[0, 8]]), new Map())).toThrow(RelayMismatch);
  });

  it('given a tail beyond the head of the journal, then it stops and says what it found', () => {
    const start = () => startPositions(new Map([[0, 6]]), new Map(), new Map([[0, tail(7)]]));
    expect(start).toThrow('partition 0: the topic has sequence 7 but the journal ends at 6');
  });
});

describe('what one request carries', () => {
  const events = (from: number, count: number, sizeBytes: number) =>
    Array.from({ length: count }, (_, i) => ({ ...eventAt(0, from + i), payload: Buffer.alloc(sizeBytes) }));

  it('given any sizes, then it is the longest beginning that fits, and one event at least', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5_000), { minLength: 1, maxLength: 30 }),
        fc.nat(50_000),
        (sizes, limit) => {
          const read = sizes.map((size, i) => ({ ...eventAt(0, i + 1), payload: Buffer.alloc(size) }));
          const cut = cutBatch(new Map([[0, read]]), new Map([[0, 0]]), limit).get(0) ?? [];
          const bytes = (count: number) => sizes.slice(0, count).reduce((sum, size) => sum + size + 1_024, 0);
          expect(cut).toEqual(read.slice(0, cut.length));
          expect(cut.length === 1 || bytes(cut.length) <= limit).toBe(true);
          expect(cut.length === read.length || bytes(cut.length + 1) > limit).toBe(true);
        },
      ),
    );
  });

  it('given a journal whose next row is gone, then it stops and says what it found', () => {
    const cut = () => cutBatch(new Map([[0, events(5, 3, 10)]]), new Map([[0, 3]]), 10_000);
    expect(cut).toThrow(RelayMismatch);
    expect(cut).toThrow('goes from sequence 3 to 5');
  });
});
