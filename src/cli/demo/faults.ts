import type { Account } from '../../intake/index.js';
import type { Random } from '../random.js';

type Fields = Readonly<Record<string, unknown>>;

/** Mistakes that are made when accounts are carried over; each alone gets the payload refused. */
const MISTAKES: readonly Mistake[] = [
  (account) => inFirstCustomer(account, { landline: '0113 49' }),
  (account) => inFirstCustomer(account, { mobile: 'ask for it' }),
  (account) => inFirstCustomer(account, { email: 'nobody.example.org' }),
  (account) => inFirstCustomer(account, { date_of_birth: '1982-02-30' }),
  (account) => inFirstCustomer(account, { surname: 'Brown' }),
  (account) => ({ ...account, customers: [] }),
  (account) => ({ ...account, balance: 1200 }),
  (account) => ({ ...account, ledgers: [{ number: 'L-1', opening_balance: 12.5 }] }),
  (account) => ({ ...account, documents: [{ kind: 'bill', path: '/../secret.pdf', dated: '2026-01-31' }] }),
  (account) => ({
    ...account,
    supply_points: [{ market_name: 'electricity', external_identifier: '2000000000001' }],
  }),
  (account) => ({
    ...account,
    account: { ...account.account, billing_address: { line_1: '1 Mill Lane', postcode: 'LS1' } },
  }),
];

type Mistake = (account: Account) => Fields;

/** The account with one mistake in it. */
export function spoil(account: Account, random: Random): Fields {
  return random.pick(MISTAKES)(account);
}

function inFirstCustomer(account: Account, fields: Fields): Fields {
  const [first, ...others] = account.customers;
  return { ...account, customers: [{ ...first, ...fields }, ...others] };
}
