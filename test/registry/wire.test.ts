import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frame, unframe } from '../../src/adapters/registry/wire.js';

describe("Confluent's wire format", () => {
  test('given the documented example, when framed, then the bytes are magic 0, the id big endian, the payload', () => {
    expect(frame(100_000, Buffer.from([7, 8])).toString('hex')).toBe('00000186a00708');
  });

  test('given any id and payload, when framed and unframed, then both come back', () => {
    fc.assert(
      fc.property(fc.nat(0x7fffffff), fc.uint8Array(), (id, bytes) => {
        const payload = Buffer.from(bytes);
        expect(unframe(frame(id, payload))).toEqual({ outcome: 'framed', id, payload });
      }),
    );
  });

  test('given any bytes, when unframed, then the outcome tells what they are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (array) => {
        const bytes = Buffer.from(array);
        const { outcome } = unframe(bytes);
        if (bytes.length > 0 && bytes[0] !== 0) expect(outcome).toBe('wrong_magic');
        else expect(outcome).toBe(bytes.length < 5 ? 'too_short' : 'framed');
      }),
    );
  });

  test.each([
    ['nothing', [], { outcome: 'too_short', sizeBytes: 0 }],
    ['a cut id', [0, 0, 0, 1], { outcome: 'too_short', sizeBytes: 4 }],
    ['JSON text', [0x7b, 0x7d], { outcome: 'wrong_magic', magic: 0x7b }],
    ['an empty payload', [0, 0, 0, 0, 1], { outcome: 'framed', id: 1, payload: Buffer.alloc(0) }],
    ['a negative id', [0, 0xff, 0xff, 0xff, 0xff], { outcome: 'framed', id: -1, payload: Buffer.alloc(0) }],
  ])('given %s, when unframed, then it says so', (_what, bytes, outcome) => {
    expect(unframe(Buffer.from(bytes))).toEqual(outcome);
  });

  test('given an id that no registry has, when framed, then it is refused', () => {
    expect(() => frame(2 ** 31, Buffer.alloc(0))).toThrow(RangeError);
  });
});
