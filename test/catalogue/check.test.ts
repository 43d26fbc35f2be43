import { describe, expect, expectTypeOf, it } from 'vitest';
import { loadCatalogue, PayloadFault, type PayloadInput } from '../../src/catalogue/index.js';
import type { EventVersions } from '../../src/generated/events.js';

const catalogue = await loadCatalogue();
const faults = (type: string, version: string, data: unknown) =>
  catalogue.check(type, version, data).map(({ path, code }) => [path, code]);

const created = { account_number: 'A-1', account_user_emails: ['a@example.org'], is_imported: true };
const posted = { ledger: { account: { number: 'A-1' }, number: 'L-1' } };

describe('given a payload that does not fit', () => {
  it.each<[string, unknown, [string, string][]]>([
    ['no object', null, [['', 'wrong_type']]],
    ['an array', [created], [['', 'wrong_type']]],
    ['a missing field', { account_user_emails: [] }, [['account_number', 'required']]],
    ['a required null', { ...created, account_number: null }, [['account_number', 'required']]],
    ['a wrong type', { ...created, account_number: 1 }, [['account_number', 'wrong_type']]],
    ['an unknown field', { ...created, extra: 1 }, [['extra', 'unknown_field']]],
    ['a field of Object', { ...created, toString: 'x' }, [['toString', 'unknown_field']]],
    [
      'no array',
      { ...created, account_user_emails: 'a@example.org' },
      [['account_user_emails', 'wrong_type']],
    ],
    [
      'a null item',
      { ...created, account_user_emails: ['x', null] },
      [['account_user_emails.1', 'required']],
    ],
    ['half a surrogate', { ...created, account_number: '\ud800' }, [['account_number', 'malformed_text']]],
    ['NUL', { ...created, account_number: 'A\0' }, [['account_number', 'malformed_text']]],
    ['a wrong optional', { ...created, is_imported: 'yes' }, [['is_imported', 'wrong_type']]],
  ])('with %s, then the fault and its path are told', (_, data, expected) => {
    expect(faults('account.created', 'v1', data)).toEqual(expected);
  });

  it('with many faults, then all are told, with dotted paths', () => {
    const entry = {
      id: 2 ** 53,
      is_charge: 1,
      is_credit: true,
      is_payment: true,
      is_repayment: true,
      is_reversal: true,
    };
    const data = {
      ledger: { ...posted.ledger, account: { number: 1, x: 1 } },
      entry: { ...entry, source_id: 1.5 },
    };
    expect(faults('billing.ledger.entry_posted', 'v2', data)).toEqual([
      ['ledger.account.number', 'wrong_type'],
      ['ledger.account.x', 'unknown_field'],
      ['entry.id', 'unsafe_integer'],
      ['entry.is_charge', 'wrong_type'],
      ['entry.is_reversed', 'required'],
      ['entry.source_id', 'wrong_type'],
    ]);
  });

  it.each<[unknown, string]>([
    [[], 'wrong_type'],
    ['{}', 'wrong_type'],
    [new Date(0), 'wrong_type'],
    [{ a: undefined }, 'invalid_json'],
    [{ a: () => 1 }, 'invalid_json'],
    [{ a: new Date(0) }, 'invalid_json'],
    [{ a: [Number.NaN] }, 'not_finite'],
    [{ a: { b: 2 ** 53 } }, 'unsafe_integer'],
    [{ '\ud800': 1 }, 'malformed_text'],
    [{ a: ['\0'] }, 'malformed_text'],
    [{ toJSON: () => ({}) }, 'invalid_json'],
  ])('with %o as an untyped object, then it is refused: its JSON text would be another', (changes, code) => {
    expect(faults('account_metadata.updated', 'v1', { account_number: 'A', changes })).toEqual([
      ['changes', code],
    ]);
  });

  it('with more faults than anybody reads, then the first hundred are told', () => {
    const data = { ...created, account_user_emails: new Array<null>(5000).fill(null) };
    expect(faults('account.created', 'v1', data)).toHaveLength(100);
  });

  it('when it is encoded, then the fault holds them all and no value', () => {
    const encode = () =>
      catalogue.encodeUnknown('account.created', 'v1', { account_number: 4711, secret: 'hunter2' });
    expect(encode).toThrow(PayloadFault);
    expect(encode).toThrow(
      expect.objectContaining({
        reason: 'invalid_payload',
        message: 'account.created v1: account_number: must be a string (and 2 more)',
        faults: [
          { path: 'account_number', code: 'wrong_type', detail: 'must be a string' },
          { path: 'account_user_emails', code: 'required', detail: 'is required' },
          { path: 'secret', code: 'unknown_field', detail: 'is not a field of this type' },
        ],
      }),
    );
  });
});

describe('given a payload that fits', () => {
  it.each<[string, string, unknown]>([
    ['account.created', 'v1', created],
    ['account.created', 'v1', { account_number: '', account_user_emails: [] }],
    ['account.created', 'v1', { ...created, is_imported: undefined }],
    ['billing.ledger.entry_posted', 'v1', posted],
    ['account_metadata.updated', 'v1', { account_number: 'A', changes: Object.create(null) }],
  ])('%s %s %j has no fault', (type, version, data) => {
    expect(faults(type, version, data)).toEqual([]);
    expect(() => catalogue.encodeUnknown(type, version, data)).not.toThrow();
  });
});

describe('the types of what may be encoded', () => {
  it('require what the schema requires, at every depth, and let the rest be left out', () => {
    type Created = PayloadInput<EventVersions['account.created']['v1']>;
    expectTypeOf<{ account_number: string; account_user_emails: string[] }>().toExtend<Created>();
    expectTypeOf<{ account_user_emails: string[] }>().not.toExtend<Created>();
    expectTypeOf<{ account_number: number; account_user_emails: string[] }>().not.toExtend<Created>();
    type Posted = PayloadInput<EventVersions['billing.ledger.entry_posted']['v1']>;
    expectTypeOf<typeof posted>().toExtend<Posted>();
    expectTypeOf<{ ledger: { number: string } }>().not.toExtend<Posted>();
  });
});
