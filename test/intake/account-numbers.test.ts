import { expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { accountsIn } from '../../src/intake/publish/account-numbers.js';

const catalogue = await loadCatalogue();
const named = (type: string, data: Readonly<Record<string, unknown>>, subject: string | null = null) => {
  const fields = catalogue.types.get(type)?.newest.fields ?? [];
  return accountsIn(fields, data, subject, (path) => path).map(({ attr, number }) => `${attr} ${number}`);
};

it.each([
  ['account.created', { account_number: 'A-1' }, null, ['data.account_number A-1']],
  ['account.created', { account_number: 'A-1' }, 'account/A-2', ['subject A-2', 'data.account_number A-1']],
  ['account.created', {}, 'ledger/A-2', []],
  [
    'billing.ledger.entry_posted',
    { ledger: { number: 'L', account: { number: 'A-1' } } },
    null,
    ['data.ledger.account.number A-1'],
  ],
  [
    'account_user.created',
    { linked_accounts: [{ number: 'A-1' }, {}, { number: 7 }] },
    null,
    ['data.linked_accounts.0.number A-1'],
  ],
] as const)('given %s of %j about %s, then the accounts it names are found', (type, data, subject, found) => {
  expect(named(type, data, subject)).toEqual(found);
});

it('given every type of the catalogue, then each field or shape that names an account is looked at', () => {
  const all = [...catalogue.types.values()].filter((type) => !type.internal);
  const naming = all.filter((type) => type.newest.fields.some(({ name }) => name === 'account_number'));
  expect(naming.length).toBeGreaterThan(50);
  for (const { name } of naming)
    expect(named(name, { account_number: 'A' })).toEqual(['data.account_number A']);
});
