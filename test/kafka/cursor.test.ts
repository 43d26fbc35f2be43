import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cursor, type Onward } from '../../src/adapters/kafka/cursor.js';

/** A partition as a relay leaves it: sequences in order, with runs that were sent again between. */
const history = fc
  .array(fc.record({ news: fc.integer({ min: 1, max: 1_500 }), back: fc.nat(4_000), again: fc.nat(900) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => {
    const sequences: number[] = [];
    let head = 0;
    for (const { news, back, again } of parts) {
      for (let i = 0; i < news; i++) sequences.push(++head);
      const from = Math.max(1, head - back);
      for (let sequence = from; sequence <= Math.min(head, from + again - 1); sequence++)
        sequences.push(sequence);
    }
    return sequences;
  });

/** Reads a partition as the consumer does, and returns what was delivered and how it ended. */
function read(sequences: readonly number[], seen: number, start: number, batchRecords: number) {
  const cursor = new Cursor(seen);
  const delivered: number[] = [];
  let offset = start;
  for (let steps = 0; offset < sequences.length; steps++) {
    if (steps > 100_000) throw new Error('it goes round in circles');
    const batch = sequences
      .slice(offset, offset + batchRecords)
      .map((sequence, i) => ({ sequence, offset: offset + i }));
    const window = cursor.window(batch);
    delivered.push(...window.news.map(({ sequence }) => sequence));
    const onward: Onward = cursor.advance(window, sequences.length);
    if (onward.kind === 'missing') return { delivered, missing: onward.sequence };
    offset = onward.kind === 'seek' ? onward.offset : offset + batch.length;
  }
  return { delivered, missing: undefined };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const batchSize = fc.integer({ min: 1, max: 2_000 });
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);

describe('the way by sequence', () => {
  it('given any repeats and an offset before the place, then each record behind it comes once, in order', () => {
    fc.assert(
      fc.property(history, share, share, batchSize, (sequences, place, start, batchRecords) => {
        const seen = Math.floor(place * Math.max(...sequences));
        const begun = Math.floor(start * sequences.indexOf(Math.max(1, seen)));
        const result = read(sequences, seen, begun, batchRecords);
        expect(result).toEqual({ delivered: range(seen + 1, Math.max(...sequences)), missing: undefined });
      }),
    );
  });

  it('given any offset to begin at, then all come once, in order, when the next record is written at the latest', () => {
    fc.assert(
      fc.property(history, share, share, batchSize, (repeated, place, start, batchRecords) => {
        const head = Math.max(...repeated) + 1;
        const sequences = [...repeated, head];
        const seen = Math.floor(place * (head - 1));
        const result = read(sequences, seen, Math.floor(start * (repeated.length - 1)), batchRecords);
        expect(result).toEqual({ delivered: range(seen + 1, head), missing: undefined });
      }),
    );
  });

  it('given a record that is missing, then it is named and nothing behind it is delivered', () => {
    fc.assert(
      fc.property(history, share, share, batchSize, (repeated, which, start, batchRecords) => {
        const head = Math.max(...repeated) + 1;
        const lost = 1 + Math.floor(which * (head - 2));
        const sequences = [...repeated, head].filter((sequence) => sequence !== lost);
        const begun = Math.floor(start * (sequences.length - 2));
        const result = read(sequences, 0, begun, batchRecords);
        expect(result).toEqual({ delivered: range(1, lost - 1), missing: lost });
      }),
    );
  });

  it('given a place far ahead, then what lies before it is not read through', () => {
    const cursor = new Cursor(1_000_000);
    const window = cursor.window([
      { sequence: 1, offset: 0 },
      { sequence: 2, offset: 1 },
    ]);
    expect(cursor.advance(window, 2_000_000)).toEqual({ kind: 'seek', offset: 1_000_000 });
  });

  it('given a place beyond the end of the partition, then reading waits at the end', () => {
    const cursor = new Cursor(1_000_000);
    const window = cursor.window([
      { sequence: 1, offset: 0 },
      { sequence: 2, offset: 1 },
    ]);
    expect(cursor.advance(window, 5_000)).toEqual({ kind: 'seek', offset: 5_000 });
  });
});
