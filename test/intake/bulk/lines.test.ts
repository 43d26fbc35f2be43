import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineSplitter } from '../../../src/intake/bulk/lines.js';

const BYTES_MAX = 12;

function split(chunks: readonly Buffer[]): [number, string | undefined][] {
  const splitter = new LineSplitter(BYTES_MAX);
  const lines = [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
  return lines.map(({ number, bytes }) => [number, bytes?.toString()]);
}

describe('given bytes that come in any pieces', () => {
  const text = fc
    .array(fc.constantFrom('{', '"', 'a', 'é', ' ', '\t', '\r', '\n', '\n\n', 'long enough'), {
      maxLength: 60,
    })
    .map((parts) => Buffer.from(parts.join('')));

  test('when they are cut into lines, then the pieces make no difference', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 120 }), { maxLength: 8 }), (bytes, cuts) => {
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
          (a, b) => a - b,
        );
        const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
        const expected = bytes
          .toString('latin1')
          .split('\n')
          .map((line, i): [number, string | undefined] => [
            i + 1,
            line.length > BYTES_MAX ? undefined : Buffer.from(line, 'latin1').toString(),
          ])
          .filter(([, line]) => line === undefined || /[^ \t\r]/.test(line));
        expect(split(chunks)).toEqual(expected);
      }),
    );
  });

  test('when a line never ends, then no more of it is kept than a line may have', () => {
    const splitter = new LineSplitter(BYTES_MAX);
    for (let i = 0; i < 1_000; i++) expect([...splitter.push(Buffer.alloc(1_000, 'x'))]).toEqual([]);
    expect([...splitter.push(Buffer.from('\nab\n'))]).toEqual([
      { number: 1, bytes: undefined },
      { number: 2, bytes: Buffer.from('ab') },
    ]);
  });
});
