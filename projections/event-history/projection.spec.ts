import { describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const spec = await ProjectionSpec.of(projection);
const imported = { organisation: 'acme', importSupplier: 'orchard', source: 'headrace/importer' };

describe('event-history: events', () => {
  it('given an event of a newer version, when it is told several times, then there is one row in current form', async () => {
    await spec
      .given()
      .when(
        told(
          'agreement.revoked',
          'v2',
          3,
          { agreement_id: 17, account_number: 'A-1' },
          { ...imported, id: 'e-1' },
        ),
      )
      .numberOfTimes(3)
      .thenRows({
        events: [
          {
            event_id: 'e-1',
            source: 'headrace/importer',
            event_type: 'agreement.revoked',
            event_version: 'v2',
            is_internal: false,
            occurred_at: at(3),
            organisation: 'acme',
            import_supplier: 'orchard',
            account_number: 'A-1',
            entity: 'agreement/17',
            data: { agreement_id: 17, account_number: 'A-1' },
          },
        ],
      });
  });

  it('given an event of an old version that names no account, then it is unknown, unless the subject tells', async () => {
    await spec
      .given()
      .when(
        told('agreement.revoked', 'v1', 1, { agreement_id: 17 }, { id: 'e-1', subject: null }),
        told('agreement.revoked', 'v1', 2, { agreement_id: 17 }, { id: 'e-2', subject: 'account/A-1' }),
      )
      .thenRows({
        events: [
          { event_id: 'e-1', account_number: undefined, entity: 'agreement/17' },
          { event_id: 'e-2', account_number: 'A-1', entity: 'agreement/17' },
        ],
      });
  });

  it('given an event of our own, then it is there, marked, and of its process', async () => {
    const owner = { organisation: 'acme', import_supplier: 'orchard' };
    await spec
      .given()
      .when(
        told(
          'import.accepted',
          'v1',
          1,
          { ...owner, resource_type: 'account', external_identifier: 'a/1', attempt: 1 },
          imported,
        ),
      )
      .thenRows({ events: [{ is_internal: true, entity: 'import_process/acme/account/a%2F1' }], links: [] });
  });

  it('given two sources that give one id, then both events stand', async () => {
    const opened = (source: string) =>
      told(
        'account_metadata.removed',
        'v1',
        1,
        { account_number: 'A-1', key: 'k', value: 'v' },
        { id: 'e-1', source },
      );
    await spec
      .given(opened('crm'))
      .when(opened('billing'))
      .thenRows({ events: [{ source: 'billing' }, { source: 'crm' }] });
  });
});

describe('event-history: links', () => {
  it('given the end of an import, then its process leads to the account', async () => {
    const process = { resource_type: 'account', external_identifier: 'a-1', identifier: 'A-1' };
    await spec
      .given()
      .when(told('data_import.import_process.complete', 'v1', 2, process, imported))
      .thenRows({
        events: [{ account_number: 'A-1' }],
        links: [{ entity: 'import_process/acme/account/a-1', account_number: 'A-1', is_vouched: true }],
      });
  });

  it('given a user of two accounts, then the user leads to both', async () => {
    const user = { user_id: 7, user_email: 'ann@example.com', user_number: 'U-7' };
    await spec
      .given()
      .when(
        told(
          'account_user.created',
          'v1',
          1,
          { ...user, linked_accounts: [{ number: 'A-1' }, { account_number: 'A-2' }] },
          { ...imported, subject: null },
        ),
      )
      .thenRows({
        links: [
          { entity: 'user/7', account_number: 'A-1', is_vouched: true },
          { entity: 'user/7', account_number: 'A-2', is_vouched: true },
          { entity: 'user_number/U-7', account_number: 'A-1', is_vouched: true },
          { entity: 'user_number/U-7', account_number: 'A-2', is_vouched: true },
        ],
      });
  });

  it('given an event that names several things, then each of them leads to the account', async () => {
    const account_number = 'A-1';
    await spec
      .given()
      .when(
        told('collection_process.leave_supplier_instigated', 'v1', 1, {
          number: 'C-1',
          account_number,
          leave_supplier_process_number: 'L-1',
        }),
      )
      .thenRows({
        events: [{ entity: 'leave_process/L-1' }],
        links: [
          { entity: 'collection_process/C-1', account_number },
          { entity: 'leave_process/L-1', account_number },
        ],
      });
  });

  it('given a link that an organisation published itself, then nobody vouches for it', async () => {
    const agreement = {
      agreement_id: 17,
      account_number: 'A-1',
      valid_from: '2026-01-01',
      product_code: 'FIX',
    };
    await spec
      .given(told('agreement.created', 'v1', 1, agreement, { organisation: 'bolt', source: 'bolt/crm' }))
      .when(told('agreement.created', 'v1', 2, agreement, { organisation: null, source: 'billing' }))
      .thenRows({
        links: [
          { entity: 'agreement/17', account_number: 'A-1', is_vouched: false },
          { entity: 'agreement/17', account_number: 'A-1', is_vouched: true },
        ],
      });
  });
});

describe('event-history: owners of accounts', () => {
  it('given an account that our importer made and one that was published, then only the former has an owner', async () => {
    const created = (account_number: string) => ({
      account_number,
      account_user_emails: [],
      is_imported: true,
    });
    await spec
      .given(told('account.created', 'v1', 1, created('A-1'), imported))
      .when(told('account.created', 'v1', 1, created('A-2'), { organisation: 'bolt', source: 'bolt/crm' }))
      .thenRows({ account_owners: [{ account_number: 'A-1', organisation: 'acme' }] });
  });
});
