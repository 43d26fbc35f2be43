import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');

describe('the query API on accounts', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      ...acme.account('A-1', 7),
      ...historyOf('bolt', 'meadow').account('B-1', 8),
      // Another organisation publishes about what is not its own.
      told('account.occupied', 'v1', 3, { account_number: 'A-1' }, { organisation: 'bolt' }),
      told(
        'agreement.terminated',
        'v2',
        3,
        { agreement_id: 7, account_number: 'B-1' },
        { organisation: 'bolt' },
      ),
      // Billing knows no organisations: what it tells goes with the account.
      told('billing.issued_bill', 'v1', 4, { account_number: 'A-1', statement_id: 5 }),
      told('agreement.created', 'v1', 4, {
        agreement_id: 20,
        account_number: 'A-1',
        valid_from: '2027-01-01',
        product_code: 'VAR',
      }),
      // And of this account two organisations speak, neither of them our importer.
      told('account.occupied', 'v1', 3, { account_number: 'X-1' }, { organisation: 'acme' }),
      told('account.occupied', 'v1', 3, { account_number: 'X-1' }, { organisation: 'bolt' }),
      told('account.occupied', 'v1', 3, { account_number: 'X-2' }),
    );
  });
  afterAll(() => house.close());

  it('given an imported account, when it is asked for, then it comes with all that belongs to it', async () => {
    const { status, body } = await house.get('accounts/A-1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account_number: 'A-1',
      organisation: 'acme',
      import_supplier: 'orchard',
      is_imported: true,
      last_bill_statement_id: 5,
      created_at: '2026-01-01T00:01:00.000Z',
      users: [
        { user_id: 7, user_email: 'ann@example.com', psr_records: [{ electricity_industry_code: '08' }] },
      ],
      ledgers: [{ ledger_number: 'L-1', entries_posted: 1, entries_removed: 0 }],
      metadata: [{ key: 'k', value: 'v' }],
      campaigns: [{ campaign_name: 'winter' }],
      meter_points: [{ fuel: 'gas', meter_point: '123457', status: 'gain_requested' }],
    });
  });

  it('given agreements told by billing, then they are shown with the account they name', async () => {
    expect(await house.results('agreements?account_number=A-1&product_code=VAR')).toMatchObject([
      { agreement_id: 20, organisation: 'acme', product_code: 'VAR', status: 'agreed' },
    ]);
  });

  it('given an organisation that publishes about another, when it asks, then it sees nothing of the other', async () => {
    expect((await house.get('accounts/A-1', 'bolt')).status).toBe(404);
    expect(await house.results('accounts', 'bolt')).toMatchObject([{ account_number: 'B-1' }]);
    const agreements = await house.results('agreements', 'bolt');
    expect(agreements.map(({ agreement_id }) => agreement_id)).toEqual([8]);
    expect((await house.get('accounts/B-1', 'bolt')).body).toMatchObject({
      agreements: [{ agreement_id: 8 }],
    });
  });

  it('given accounts in dispute or of nobody, then only an operator sees them', async () => {
    const numbers = async (token: string) =>
      (await house.results('accounts', token)).map(({ account_number }) => account_number);
    expect(await numbers('acme')).toEqual(['A-1']);
    expect(await numbers('operator')).toEqual(['A-1', 'B-1', 'X-1', 'X-2']);
    expect((await house.get('accounts/X-1', 'operator')).body).toMatchObject({ organisation: null });
  });

  it('given a removed user and metadata, then they are shown no more', async () => {
    await house.fixture.tell(
      ...acme.account('A-9', 9),
      told('account_metadata.removed', 'v1', 5, { account_number: 'A-9', key: 'k', value: 'v' }),
      told('account_user.removed', 'v1', 5, {
        user_id: 9,
        user_email: 'ann@example.com',
        user_number: 'U-9',
        linked_accounts: [{ number: 'A-9' }],
      }),
    );
    expect((await house.get('accounts/A-9')).body).toMatchObject({ users: [], metadata: [] });
  });
});
