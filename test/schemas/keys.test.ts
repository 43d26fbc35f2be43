import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadCatalogue, type Payload } from '../../src/catalogue/index.js';
import { processKey } from '../../src/event/index.js';
import { anyPayload, anyText } from '../support/values.js';

const catalogue = await loadCatalogue();
const types = [...catalogue.types.values()];
const versions = types.flatMap((info) => info.versions.map((version) => ({ type: info.name, ...version })));

function at(payload: Payload, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => Object.entries(Object(value)).find(([n]) => n === name)?.[1], payload);
}

describe('given any payload', () => {
  it.each(versions)(
    '$type $version: it has a key, which is text and not empty',
    ({ type, version, fields }) => {
      fc.assert(
        fc.property(anyPayload(fields), anyText, (payload, organisation) => {
          expect(catalogue.keyOf(type, version, payload, organisation)?.length).toBeGreaterThan(0);
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each(versions)(
    '$type $version: the field that decides the key decides it alone',
    ({ type, version, fields }) => {
      const path = catalogue.keyDeterminedBy(type);
      if (path === undefined || path === 'process') return;
      fc.assert(
        fc.property(anyPayload(fields), fc.option(anyText, { nil: null }), (payload, organisation) => {
          expect(catalogue.keyOf(type, version, payload, organisation)).toBe(
            String(at(payload, path)) || '-',
          );
        }),
        { numRuns: 20 },
      );
    },
  );
});

describe('the key of a process', () => {
  const paths: [
    type: string,
    resourceType: string,
    identifier: string,
    organisation: 'envelope' | 'payload',
  ][] = [
    ['data_import.import_process.cancelled', 'resource_type', 'external_identifier', 'envelope'],
    ['data_import.import_process.complete', 'resource_type', 'external_identifier', 'envelope'],
    ['data_import.import_process.dry_run_complete', 'resource_type', 'external_identifier', 'envelope'],
    ['data_import.import_process.dry_run_error', 'resource_type', 'external_identifier', 'envelope'],
    ['data_import.import_process.error', 'resource_type', 'external_identifier', 'envelope'],
    [
      'data_import.import_process.post_import.completed',
      'import_process_resource_type',
      'import_process_external_identifier',
      'envelope',
    ],
    [
      'data_import.import_process.post_import.error',
      'import_process_resource_type',
      'import_process_external_identifier',
      'envelope',
    ],
    ['data_import.order_process.cancelled', '=order', 'external_order_id', 'envelope'],
    ['data_import.order_process.complete', '=order', 'external_order_id', 'envelope'],
    ['data_import.order_process.error', '=order', 'external_order_id', 'envelope'],
    ['import.accepted', 'resource_type', 'external_identifier', 'payload'],
    ['import.failed', 'resource_type', 'external_identifier', 'payload'],
    ['post_import.planned', 'resource_type', 'external_identifier', 'payload'],
    ['import_supplier.created', '=import_supplier', 'import_supplier', 'payload'],
    ['import_supplier.status_changed', '=import_supplier', 'import_supplier', 'payload'],
  ];

  it('is said for every type that goes by process, import.refused aside', () => {
    const byProcess = types.filter(({ key }) => key.kind === 'process').map(({ name }) => name);
    expect(byProcess.toSorted()).toEqual([...paths.map(([type]) => type), 'import.refused'].toSorted());
  });

  it.each(paths)('%s: organisation, %s and %s', (type, resourceType, identifier, from) => {
    expect(catalogue.keyDeterminedBy(type)).toBe('process');
    const { version, fields } = catalogue.types.get(type)?.newest ?? { version: '', fields: [] };
    fc.assert(
      fc.property(anyPayload(fields), anyText, (payload, organisation) => {
        const owner = from === 'envelope' ? organisation : String(payload['organisation']);
        const kind = resourceType.startsWith('=') ? resourceType.slice(1) : String(payload[resourceType]);
        const expected = processKey(owner, kind, String(payload[identifier]));
        expect(catalogue.keyOf(type, version, payload, organisation)).toBe(expected);
      }),
    );
  });

  it('is not known where the organisation is not', () => {
    const payload = { resource_type: 'account', external_identifier: 'X-1' };
    expect(
      catalogue.keyOf('data_import.import_process.dry_run_complete', 'v1', payload, null),
    ).toBeUndefined();
  });

  it('of a refusal without a readable identifier goes by its import supplier, and is determined by neither', () => {
    const refused = {
      organisation: 'O',
      resource_type: 'account',
      import_supplier: 'S',
      code: 'c',
      errors: [],
    };
    expect(catalogue.keyOf('import.refused', 'v1', refused, null)).toBe('O/account/S');
    expect(catalogue.keyOf('import.refused', 'v1', { ...refused, external_identifier: 'X' }, null)).toBe(
      'O/account/X',
    );
    expect(catalogue.keyDeterminedBy('import.refused')).toBeUndefined();
  });
});

describe('the account number decides the key', () => {
  it('wherever every version requires one', () => {
    const required = types.filter((info) =>
      info.versions.every(({ fields }) =>
        fields.some(({ name, required }) => name === 'account_number' && required),
      ),
    );
    expect(required.length).toBeGreaterThan(90);
    for (const { name } of required) expect(catalogue.keyDeterminedBy(name), name).toBe('account_number');
  });

  it('where some version knows it, but not alone', () => {
    const payload = { agreement_id: 7, account_number: 'A-7' };
    expect(catalogue.keyOf('agreement.revoked', 'v1', { agreement_id: 7 }, null)).toBe('7');
    expect(catalogue.keyOf('agreement.revoked', 'v2', payload, null)).toBe('A-7');
    expect(catalogue.keyDeterminedBy('agreement.revoked')).toBeUndefined();
  });

  it.each([
    ['billing.ledger.entry_posted', 'ledger.account.number'],
    ['ink.live-chat.initiated', 'live_chat_conversation.account_number'],
    ['actual.intervals.received', 'mpan'],
    ['meterpoint.gas.backfill', 'mprn'],
    ['collection_process.comm_step_resolved', 'collection_process_number'],
  ])('else, for %s, %s does', (type, path) => {
    expect(catalogue.keyDeterminedBy(type)).toBe(path);
  });
});
