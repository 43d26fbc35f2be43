import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { decide } from '../../src/importer/decide.js';
import { accountNumberOf, identifierNeeds, userNumberOf } from '../../src/importer/identifiers.js';
import { payloads } from './payloads.js';
import { claimed, identifiers } from './support.js';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

const mpids = fc.record({ electricity: fc.constant('ELEC'), gas: fc.constant('GASX') }, { requiredKeys: [] });
const processes = fc
  .record({ payload: payloads, supplierMpids: mpids, externalIdentifier: fc.string({ minLength: 1 }) })
  .map(claimed);

describe('given any payload that intake lets through', () => {
  test('then every event of its outcome is in the catalogue and decodes to what was meant', () => {
    fc.assert(
      fc.property(processes, fc.boolean(), (process, accountNumberAvailable) => {
        const outcome = decide(process, identifiers({ accountNumberAvailable }));
        for (const { type, version, data } of outcome.events) {
          const bytes = catalogue.encodeUnknown(type, version, data);
          expect(catalogue.decode(type, version, bytes)).toMatchObject(structuredClone(data));
        }
      }),
    );
  });

  test('then the key is that of the catalogue, or the account number where the event does not say it', () => {
    fc.assert(
      fc.property(processes, (process) => {
        const { events } = decide(process, identifiers());
        for (const { type, version, data, key } of events) {
          const rule = catalogue.keyRule(type);
          const own = rule.kind === 'process' || 'account_number' in data;
          expect(key).toBe(own ? catalogue.keyOf(type, version, { ...data }, process.organisation) : 'A-1');
        }
      }),
    );
  });

  test('then it ends exactly once, last, and nothing is told twice', () => {
    fc.assert(
      fc.property(processes, fc.boolean(), (process, accountNumberAvailable) => {
        const { payload } = process;
        const outcome = decide(process, identifiers({ accountNumberAvailable }));
        const count = (type: string) => outcome.events.filter((event) => event.type === type).length;
        const ends = count('data_import.import_process.complete') + count('data_import.import_process.error');
        expect(ends).toBe(1);
        if (outcome.state === 'error') {
          expect(outcome.events).toHaveLength(2);
          expect(outcome.errors.length).toBeGreaterThan(0);
          return;
        }
        expect(outcome.events.at(-1)?.type).toBe('data_import.import_process.complete');
        expect(count('account.created')).toBe(1);
        expect(count('account_user.created')).toBe(payload.customers.length);
        expect(count('account_metadata.created')).toBe(payload.metadata?.length ?? 0);
        expect(count('agreement.created')).toBe(identifierNeeds(process).agreementIds);
        expect(count('post_import.planned')).toBe(outcome.tasks.length);
        const ids = outcome.events.flatMap(({ data }) =>
          'agreement_id' in data ? [data.agreement_id] : 'user_number' in data ? [data.user_number] : [],
        );
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('then deciding again decides alike', () => {
    fc.assert(
      fc.property(processes, (process) => {
        expect(decide(process, identifiers())).toEqual(decide(process, identifiers()));
      }),
    );
  });

  test('then it fails exactly where its number is taken or an MPID it needs is missing', () => {
    fc.assert(
      fc.property(processes, fc.boolean(), (process, accountNumberAvailable) => {
        const lacking = (process.payload.supply_points ?? []).filter(
          (point) => point.supply_start_date !== undefined && !(point.market_name in process.supplierMpids),
        );
        const outcome = decide(process, identifiers({ accountNumberAvailable }));
        const faults = outcome.state === 'error' ? outcome.errors.length : 0;
        expect(faults).toBe(lacking.length + (accountNumberAvailable ? 0 : 1));
      }),
    );
  });
});

test('given any two numbers of a sequence, then the account and user numbers made of them differ', () => {
  const sequence = fc.integer({ min: 1, max: 36 ** 8 - 1 });
  fc.assert(
    fc.property(sequence, sequence, (a, b) => {
      fc.pre(a !== b);
      expect(accountNumberOf(a)).not.toBe(accountNumberOf(b));
      expect(userNumberOf(a)).toMatch(/^U-[0-9A-Z]{8}$/);
    }),
  );
});
