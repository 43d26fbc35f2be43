import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { isPhoneNumber } from '../../src/intake/formats/phone.js';

/** What the library itself says; numbers kept for examples, which we take too, are left out below. */
function libraryTakes(text: string): boolean {
  return parsePhoneNumberFromString(text, { defaultCountry: 'GB', extract: false })?.isValid() === true;
}

const digits = (count: number) =>
  fc
    .array(fc.constantFrom(...'0123456789'), { minLength: count, maxLength: count })
    .map((all) => all.join(''));

/** Numbers as the British write them, of every first digits, and of lengths around the right one. */
const plain = fc
  .record({
    country: fc.constantFrom('+44', '+44 ', '0'),
    first: fc.constantFrom(
      '1',
      '2',
      '3',
      '5',
      '7',
      '113',
      '1481',
      '1534',
      '1624',
      '7400',
      '7781',
      '7911',
      '20',
    ),
    rest: fc.integer({ min: 5, max: 11 }).chain(digits),
    spaceAt: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ country, first, rest, spaceAt }) => {
    const national = first + rest;
    return `${country}${national.slice(0, spaceAt)}${spaceAt > 0 ? ' ' : ''}${national.slice(spaceAt)}`;
  })
  .filter((text) => !/7\D?7\D?0\D?0\D?9\D?0\D?0|1\D?6\D?3\D?2\D?9\D?6\D?0/.test(text));

describe('given numbers as the British write them', () => {
  test('when they are looked at quickly, then the verdict is the library’s', () => {
    const verdicts = { yes: 0, no: 0 };
    fc.assert(
      fc.property(plain, (text) => {
        const expected = libraryTakes(text);
        verdicts[expected ? 'yes' : 'no']++;
        expect(isPhoneNumber(text)).toBe(expected);
      }),
      { numRuns: 3_000 },
    );
    // About one in nine is a number.
    expect(Math.min(verdicts.yes, verdicts.no)).toBeGreaterThan(100);
  });
});
