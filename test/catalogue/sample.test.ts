import { describe, expect, it } from 'vitest';
import { loadCatalogue, samplePayload, viewNameOf } from '../../src/catalogue/index.js';

const catalogue = await loadCatalogue();
const versions = [...catalogue.types.values()].flatMap((info) =>
  info.versions.map((version) => ({ type: info.name, ...version })),
);

describe('a made-up payload', () => {
  it('given each version of each type, then it fits, has a key, and comes back from its bytes', () => {
    for (const { type, version, fields } of versions) {
      for (const variant of [0, 1] as const) {
        const payload = samplePayload(fields, variant);
        expect([type, version, catalogue.check(type, version, payload)]).toEqual([type, version, []]);
        expect(catalogue.keyOf(type, version, payload, 'acme')).not.toBe('');
        const bytes = catalogue.encodeUnknown(type, version, payload);
        expect(catalogue.decode(type, version, bytes)).toEqual(payload);
      }
    }
  });

  it('given the other variant, then each field of it says something else; asked again, it is the same', () => {
    for (const { type, version, fields } of versions) {
      const [one, other] = [samplePayload(fields), samplePayload(fields, 1)];
      for (const { name } of fields)
        expect([type, version, name, other[name]]).not.toEqual([type, version, name, one[name]]);
      expect(samplePayload(fields)).toEqual(one);
    }
  });
});

describe('the name of a view of a type', () => {
  it('given all types, then each has one of its own, which PostgreSQL does not cut', () => {
    const names = [...catalogue.types.keys()].map(viewNameOf);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
  });
});
