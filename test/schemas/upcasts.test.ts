import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type TypeInfo, type VersionInfo } from '../../src/catalogue/index.js';
import { envelope } from '../support/events.js';
import { anyPayload } from '../support/values.js';

const catalogue = await loadCatalogue();
const types = [...catalogue.types.values()];
const several = types.filter((info) => info.versions.length > 1);
const chains = several.flatMap((info) =>
  info.versions.map((version) => ({
    info,
    type: info.name,
    version: version.version,
    fields: version.fields,
  })),
);
const anySubject = fc.option(fc.constantFrom('account/A-1', 'account/', 'user/7', ''), { nil: null });

describe('given any event of a type with several versions', () => {
  it('there are 13 of them', () => {
    expect(several).toHaveLength(13);
  });

  it.each(chains)(
    '$type $version: its current form fits the current schema and keeps what was said',
    (chain) => {
      fc.assert(
        fc.property(anyPayload(chain.fields), anySubject, (payload, subject) => {
          const current = upcast(chain.type, chain.version, payload, subject);
          expect(Object.keys(current)).toEqual(chain.info.current.fields.map(({ name }) => name));
          expect(
            catalogue.decodeCurrentForm(chain.type, catalogue.encodeCurrent(chain.type, current)),
          ).toEqual(current);
          expect(current).toMatchObject(payload);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(chains)('$type $version: what it does not say is null, but for the account number', (chain) => {
    fc.assert(
      fc.property(anyPayload(chain.fields), (payload) => {
        const current = upcast(chain.type, chain.version, payload, null);
        for (const { name } of chain.info.current.fields)
          if (!(name in payload)) expect(current[name]).toBeNull();
      }),
      { numRuns: 10 },
    );
  });

  it.each(chains)('$type $version: taken down again it is what was sent', (chain) => {
    fc.assert(
      fc.property(anyPayload(chain.fields), anySubject, (payload, subject) => {
        const current = upcast(chain.type, chain.version, payload, subject);
        expect(catalogue.toVersion(chain.type, chain.version, current)).toEqual(payload);
      }),
      { numRuns: 30 },
    );
  });

  it.each(chains)(
    '$type $version: it can be taken to each version the catalogue says, and fits it',
    (chain) => {
      const { castsTo } = chain.info.versions.find(({ version }) => version === chain.version) ?? never();
      fc.assert(
        fc.property(anyPayload(chain.fields), anySubject, (payload, subject) => {
          const current = upcast(chain.type, chain.version, payload, subject);
          for (const other of chain.info.versions) {
            const cast = catalogue.toVersion(chain.type, other.version, current);
            if (castsTo.includes(other.version)) expect(cast).toBeDefined();
            if (cast !== undefined) expect(catalogue.check(chain.type, other.version, cast)).toEqual([]);
          }
        }),
        { numRuns: 10 },
      );
    },
  );

  function upcast(type: string, version: string, payload: object, subject: string | null) {
    const bytes = catalogue.encodeUnknown(type, version, payload);
    const event = { envelope: envelope({ type, version, subject }), payload: bytes };
    return catalogue.decodeCurrent({ ...event, partition: 0, sequence: 1, appendedAt: 0 }).data;
  }
});

describe('given an event of a type with one version', () => {
  it.each(types.filter((info) => info.versions.length === 1))(
    '$name: its current form has the same fields',
    (info) => {
      expect(info.current.fields).toEqual(info.newest.fields);
    },
  );
});

describe('the account number of an older version', () => {
  it.each([
    ['account/A-1001', 'A-1001'],
    ['account/A/1', 'A/1'],
    ['account/', null],
    ['user/A-1001', null],
    [null, null],
  ])('with subject %s is %s', (subject, expected) => {
    const known = envelope({ type: 'agreement.revoked', subject });
    expect(catalogue.toCurrent('agreement.revoked', 'v1', { agreement_id: 1 }, known)).toEqual({
      agreement_id: 1,
      account_number: expected,
    });
  });
});

describe('casting down', () => {
  it.each([
    ['agreement.revoked', 'v2', ['v1']],
    ['billing.billing_document_representation.dispatched', 'v3', ['v1', 'v2']],
    ['billing.billing_document_representation.dispatched', 'v1', []],
    // v1 requires an external reference, which v2 no longer tells.
    ['collection_process.withdrawn', 'v2', []],
    ['collection_process.withdrawn', 'v1', ['v2']],
  ])('%s %s always leads to %j', (type, version, expected) => {
    expect(versionOf(catalogue.types.get(type), version).castsTo).toEqual(expected);
  });

  it('answers undefined where a required field is not known', () => {
    const current = { number: 'CP-1', account_number: 'A-1', external_reference: null };
    expect(catalogue.toVersion('collection_process.withdrawn', 'v1', current)).toBeUndefined();
  });

  function versionOf(info: TypeInfo | undefined, version: string): VersionInfo {
    return info?.versions.find((one) => one.version === version) ?? never();
  }
});

function never(): never {
  throw new Error('the test names a version that is not in the catalogue');
}
