import fc from 'fast-check';
import type { Field, FieldType, Payload } from '../../src/catalogue/index.js';

const SAFE = Number.MAX_SAFE_INTEGER;

/** Text with the cases that break codecs: empty, two to four byte characters, a replacement character, long. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  // No text has NUL.
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replaceAll('\0', '')),
  },
  fc.constantFrom(
    '',
    ' ',
    'Ünï-ço∂é',
    '𐍈',
    '👩‍👩‍👧',
    '\ufffd',
    "'; --",
    '"\\\n',
    'x'.repeat(1500),
    'é'.repeat(70),
  ),
);

const anyLong: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: -SAFE, max: SAFE }),
  fc.constantFrom(
    0,
    -1,
    1,
    63,
    64,
    -64,
    -65,
    2 ** 30,
    -(2 ** 30),
    2 ** 31,
    2 ** 52,
    -(2 ** 52) - 1,
    SAFE,
    -SAFE,
  ),
);

/** Without -0, which JSON cannot tell from 0 and the codec writes as 0. */
const anyDouble: fc.Arbitrary<number> = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(0, -1, 0.1, Number.MAX_VALUE, Number.MIN_VALUE),
  )
  .map((value) => value + 0);

/** An object of JSON values; whole numbers in it stay within ±(2^53 - 1). */
const anyJsonObject: fc.Arbitrary<Payload> = fc.letrec<{ value: unknown; object: Payload }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      anyText,
      anyLong,
      fc.boolean(),
      fc.constant(null),
      anyDouble.filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(anyText, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).object;

/** Any value of a type. */
function anyValue(type: FieldType): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'string':
      return anyText;
    case 'long':
      return anyLong;
    case 'double':
      return anyDouble;
    case 'boolean':
      return fc.boolean();
    case 'json':
      return anyJsonObject;
    case 'array':
      return fc.array(anyValue(type.items), { maxLength: 5 });
    case 'record':
      return anyPayload(type.shape.fields);
  }
}

/** Any payload with these fields, as decoded: fields that are not required are there, and may be null. */
export function anyPayload(fields: readonly Field[]): fc.Arbitrary<Payload> {
  return fc.record(
    Object.fromEntries(
      fields.map(({ name, type, required }) => [
        name,
        required ? anyValue(type) : fc.option(anyValue(type), { nil: null }),
      ]),
    ),
    { noNullPrototype: true },
  );
}

/** `count` payloads with these fields, the same for the same seed. */
export function seededPayloads(fields: readonly Field[], seed: number, count: number): Payload[] {
  return fc.sample(anyPayload(fields), { seed, numRuns: count });
}
