import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterPrefix } from '../../src/adapters/postgres/after-prefix.js';

const bytes = (text: string) => Buffer.from(text);
const text = fc.string({
  unit: fc.constantFrom('a', 'b', '\u007f', 'ü', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'),
  maxLength: 4,
});

it('given any prefix, then a text begins with it exactly where it is between both', () => {
  fc.assert(
    fc.property(
      text.filter((prefix) => prefix !== ''),
      fc.oneof(
        text,
        text.map((rest) => `a${rest}`),
      ),
      (prefix, rest) => {
        for (const one of [rest, prefix + rest]) {
          const end = afterPrefix(prefix);
          const isBetween =
            Buffer.compare(bytes(one), bytes(prefix)) >= 0 &&
            (end === undefined || Buffer.compare(bytes(one), bytes(end)) < 0);
          expect(isBetween).toBe(one.startsWith(prefix));
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
