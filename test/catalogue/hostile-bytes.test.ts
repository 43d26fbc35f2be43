import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { DataFault } from '../../src/errors.js';
import { seededPayloads } from '../support/values.js';

const catalogue = await loadCatalogue();
const versions = [...catalogue.types.values()].flatMap((info) =>
  info.versions.map((version) => ({ type: info.name, ...version })),
);
const REASONS = ['undecodable', 'unsafe_integer'];

/** Decodes; anything but a value or a data fault fails the test. */
function decodeSafely(type: string, version: string, bytes: Buffer): 'value' | 'fault' {
  try {
    catalogue.decode(type, version, bytes);
    return 'value';
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    expect(REASONS).toContain(error.reason);
    expect(error.message).toContain(`${type} ${version}`);
    return 'fault';
  }
}

describe('given bytes that are not a payload', () => {
  it.each(versions)(
    '$type $version: random bytes give a value or a data fault, soon',
    ({ type, version }) => {
      const hostile = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
      fc.assert(
        fc.property(hostile, (bytes) => void decodeSafely(type, version, bytes)),
        { numRuns: 30 },
      );
    },
  );

  it.each(versions)(
    '$type $version: a payload with a byte changed gives a value or a data fault',
    (subject) => {
      const { type, version, fields } = subject;
      const [payload] = seededPayloads(fields, 7, 1);
      const bytes = catalogue.encodeUnknown(type, version, payload);
      fc.assert(
        fc.property(fc.nat(), fc.integer({ min: 0, max: 255 }), (place, byte) => {
          const changed = Buffer.from(bytes);
          changed[place % bytes.length] = byte;
          decodeSafely(type, version, changed);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(versions)(
    '$type $version: a payload cut short or drawn out is a data fault',
    ({ type, version, fields }) => {
      for (const payload of seededPayloads(fields, 11, 2)) {
        const bytes = catalogue.encodeUnknown(type, version, payload);
        for (let length = 0; length < bytes.length; length += 1 + Math.floor(bytes.length / 40)) {
          expect(decodeSafely(type, version, bytes.subarray(0, length))).toBe('fault');
        }
        expect(decodeSafely(type, version, Buffer.concat([bytes, Buffer.of(0)]))).toBe('fault');
      }
    },
  );
});

describe('given a type or version that is not in the catalogue', () => {
  it.each([
    ['no.such.type', 'v1', 'unknown_type'],
    ['constructor', 'v1', 'unknown_type'],
    ['__proto__', 'v1', 'unknown_type'],
    ['account.created', 'v2', 'unknown_version'],
    ['account.created', 'toString', 'unknown_version'],
  ])('%s %s is the fault %s', (type, version, reason) => {
    for (const act of [
      () => catalogue.decode(type, version, Buffer.alloc(0)),
      () => catalogue.encodeUnknown(type, version, {}),
      () => catalogue.check(type, version, {}),
      () => catalogue.keyOf(type, version, {}, null),
    ]) {
      expect(act).toThrow(expect.objectContaining({ name: 'DataFault', reason }));
    }
  });
});
