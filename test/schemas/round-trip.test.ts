import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { anyPayload } from '../support/values.js';

const catalogue = await loadCatalogue();
const types = [...catalogue.types.values()];
const versions = types.flatMap((info) => info.versions.map((version) => ({ type: info.name, ...version })));

/** A payload as someone would send it who leaves out what is null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]));
}

describe('given any payload of a type-version', () => {
  it.each(versions)('$type $version: what is encoded decodes to the same', ({ type, version, fields }) => {
    fc.assert(
      fc.property(anyPayload(fields), (payload) => {
        expect(catalogue.check(type, version, payload)).toEqual([]);
        const bytes = catalogue.encodeUnknown(type, version, payload);
        const decoded = catalogue.decode(type, version, bytes);
        expect(decoded).toEqual(payload);
        expect(catalogue.encodeUnknown(type, version, decoded).equals(bytes)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it.each(types)('$name: the same holds for its current form', ({ name, current }) => {
    fc.assert(
      fc.property(anyPayload(current.fields), (payload) => {
        expect(catalogue.decodeCurrentForm(name, catalogue.encodeCurrent(name, payload))).toEqual(payload);
      }),
      { numRuns: 5 },
    );
  });

  it.each(versions)('$type $version: what is left out comes back as null', ({ type, version, fields }) => {
    const untyped = fields.some((field) => JSON.stringify(field).includes('"json"'));
    if (untyped) return;
    fc.assert(
      fc.property(anyPayload(fields), (payload) => {
        const bytes = catalogue.encodeUnknown(type, version, withoutNulls(payload));
        expect(catalogue.decode(type, version, bytes)).toEqual(payload);
      }),
      { numRuns: 5 },
    );
  });
});
