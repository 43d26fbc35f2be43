import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateAccount } from '../../src/intake/account/validate.js';
import { refusal } from '../../src/intake/faults.js';
import { anyAccount, fullAccount, goodAccounts, type Json } from '../support/accounts.js';
import { inDays } from '../support/days.js';
import { without, withValue } from '../support/json-path.js';
import { anyMutation, pathsOf } from '../support/mutations.js';
import { rows } from './bad-payloads.js';

const TODAY = inDays(0);
const TOMORROW = inDays(1);

function faultsOf(payload: unknown): { code: string; attr: string }[] {
  const verdict = validateAccount(payload, TODAY);
  return verdict.outcome === 'valid' ? [] : verdict.errors.map(({ code, attr }) => ({ code, attr }));
}

describe('given a valid account', () => {
  test('when every optional field is there, then nothing is wrong', () => {
    expect(faultsOf(fullAccount())).toEqual([]);
  });

  test('when it is one of the demo, then nothing is wrong', () => {
    for (const account of goodAccounts(500)) expect(faultsOf(account)).toEqual([]);
  });

  test('when it is any, then nothing is wrong', () => {
    fc.assert(
      fc.property(anyAccount, (account) => {
        expect(faultsOf(account)).toEqual([]);
      }),
    );
  });
});

describe('given a full account and one change', () => {
  test.each(rows)('$name → $code at "$attr"', ({ change, code, attr }) => {
    expect(faultsOf(change(fullAccount()))).toEqual([{ code, attr }]);
  });
});

describe('given a customer who is born today or tomorrow', () => {
  test.each([TODAY, TOMORROW])('when it is on %s, then that is not in the past', (day) => {
    const account = withValue(fullAccount(), 'customers.0.date_of_birth', day);
    expect(faultsOf(account)).toEqual([{ code: 'date_not_in_past', attr: 'customers.0.date_of_birth' }]);
  });
});

describe('given several faults', () => {
  test('when a payload has faults of structure and of sense, then all are told, each once', () => {
    let payload: Json = fullAccount();
    payload = withValue(payload, 'customers.0.landline', '12');
    payload = withValue(payload, 'customers.1.email', 'BETHAN.davies@example.org');
    payload = withValue(payload, 'supply_points.0.external_identifier', '2000000000001');
    payload = withValue(payload, 'supply_points.1.market_name', 7);
    payload = withValue(payload, 'ledgers.1.number', 'L-1');
    payload = withValue(payload, 'surprise', {});
    payload = without(payload, 'account.billing_address');
    expect(faultsOf(payload)).toEqual(
      expect.arrayContaining([
        { code: 'invalid_phone_number', attr: 'customers.0.landline' },
        { code: 'duplicate_value', attr: 'customers.1.email' },
        { code: 'invalid_mpan', attr: 'supply_points.0.external_identifier' },
        { code: 'invalid_type', attr: 'supply_points.1.market_name' },
        { code: 'duplicate_value', attr: 'ledgers.1.number' },
        { code: 'unknown_field', attr: 'surprise' },
        { code: 'required', attr: 'account.billing_address' },
      ]),
    );
    expect(faultsOf(payload)).toHaveLength(7);
  });

  test('when there are more than a hundred, then a hundred are listed and the rest is counted', () => {
    const surprises = Object.fromEntries(Array.from({ length: 130 }, (_, i) => [`surprise_${i}`, i]));
    const verdict = validateAccount({ ...fullAccount(), ...surprises }, TODAY);
    if (verdict.outcome === 'valid') throw new Error('found valid');
    const { errors } = refusal('account_failed_validation', verdict.errors);
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toEqual({ code: 'more_errors', attr: '', detail: '30 more faults were found.' });
  });

  test('when a name of an unknown field is long, then it is cut and no half of a character is left', () => {
    const [fault] = faultsOf({ ...fullAccount(), [`${'x'.repeat(199)}😀`]: 1 });
    expect(fault).toEqual({ code: 'unknown_field', attr: 'x'.repeat(199) });
  });
});

describe('given any valid account and any single mutation', () => {
  test('when it is validated, then there is one fault, at the mutated path', () => {
    fc.assert(
      fc.property(anyAccount, anyMutation, (account, mutate) => {
        const { payload, attr, code } = mutate(account);
        expect(faultsOf(payload)).toEqual([{ code: expect.stringMatching(code), attr }]);
      }),
    );
  });

  test('when a required field is left out, then that is the one fault', () => {
    fc.assert(
      fc.property(anyAccount, fc.nat(), (account, choice) => {
        const required = pathsOf(account).filter((path) => REQUIRED.test(path));
        const path = required[choice % required.length] ?? '';
        expect(faultsOf(without(account, path))).toEqual([{ code: 'required', attr: path }]);
      }),
    );
  });
});

const REQUIRED =
  /^(external_identifier|import_supplier|account|customers|account\.billing_address(\.(line_1|postcode))?|customers\.\d+\.(given_name|family_name|email|psr_records\.\d+\.(description|(electricity|gas)_industry_code))|supply_points\.\d+\.(market_name|external_identifier)|supply_points\.\d+\.agreement\.(product_code|valid_from)|ledgers\.\d+\.number|metadata\.\d+\.(key|value)|documents\.\d+\.(kind|path|dated)|campaigns\.\d+\.name)$/;
