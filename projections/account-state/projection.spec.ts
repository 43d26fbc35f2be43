import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const imported = { organisation: 'acme', source: 'headrace/importer', importSupplier: 'orchard' };
const account = { account_number: 'A-1' };
const created = told(
  'account.created',
  'v1',
  1,
  { ...account, account_user_emails: ['ann@example.com'], is_imported: true },
  imported,
);
const user = { user_id: 7, user_email: 'ann@example.com', user_number: 'U-7' };

describe('account-state', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given nothing, when an account is created, however often told, then it is known once', () =>
    spec
      .given()
      .when(created)
      .numberOfTimes(3)
      .thenRows({
        accounts: [
          {
            ...account,
            imported_by: 'acme',
            import_supplier: 'orchard',
            is_imported: true,
            created_at: at(1),
            account_user_emails: ['ann@example.com'],
          },
        ],
      }));

  it('given nothing, when only metadata of an account is told, then the account is known, its creation not', () =>
    spec
      .given()
      .when(told('account_metadata.created', 'v1', 2, { ...account, key: 'tariff', value: 'blue' }))
      .thenRows({
        accounts: [{ ...account, first_told_at: at(2) }],
        account_metadata: [{ ...account, key: 'tariff', value: 'blue', is_present: true }],
      }));

  it('given metadata that was removed, when its creation arrives late, then it stays removed', () =>
    spec
      .given(told('account_metadata.removed', 'v1', 5, { ...account, key: 'tariff', value: 'blue' }))
      .when(told('account_metadata.created', 'v1', 2, { ...account, key: 'tariff', value: 'blue' }))
      .thenRows({ account_metadata: [{ is_present: false, created_at: at(2), removed_at: at(5) }] }));

  it('given an imported account, when another organisation publishes about it, then it stays whose it is', () =>
    spec
      .given(created)
      .when(told('account.occupied', 'v1', 2, account, { organisation: 'bolt', source: 'bolt/crm' }))
      .thenRows({
        accounts: [{ imported_by: 'acme', published_by_least: 'bolt', published_by_greatest: 'bolt' }],
      }));

  it('given preferences, when they change, then what is last in the change holds', () =>
    spec
      .given(
        told('account.communications_preferences_updated', 'v1', 1, {
          ...account,
          changes: { requires_postal_comms: [true], preferred_language_for_comms: ['en'] },
        }),
      )
      .when(
        told('account.communications_preferences_updated', 'v1', 2, {
          ...account,
          changes: { requires_postal_comms: [true, false] },
        }),
      )
      .thenRows({ accounts: [{ requires_postal_comms: false, preferred_language_for_comms: 'en' }] }));

  it('given changes, when a field is changed to null, then that is the newest change of it', () =>
    spec
      .given(
        told('agreement.updated', 'v1', 1, {
          agreement_id: 3,
          changes: { valid_to: '2027-01-01', note: 'x' },
        }),
      )
      .when(told('agreement.updated', 'v2', 2, { agreement_id: 3, ...account, changes: { valid_to: null } }))
      .thenRows({
        agreements: [{ agreement_id: 3, account_number: 'A-1', updated_at: at(2) }],
        reported_changes: [
          { entity: 'agreement', entity_id: '3', field: 'note', change: ['x'], changed_at: at(1) },
          { entity: 'agreement', entity_id: '3', field: 'valid_to', change: [null], changed_at: at(2) },
        ],
      }));

  it('given a user of two accounts, when one is no longer named, then only the other has the newest stamp', () =>
    spec
      .given(
        told('account_user.created', 'v1', 1, {
          ...user,
          linked_accounts: [{ number: 'A-1' }, { number: 'A-2' }],
        }),
      )
      .when(
        told(
          'account_user.updated',
          'v1',
          2,
          { ...user, linked_accounts: [{ number: 'A-2' }], changes: {} },
          { id: 'newest' },
        ),
      )
      .thenRows({
        account_users: [{ user_id: 7, linked_accounts_stamp: `${at(2)} newest test`, is_present: true }],
        account_user_links: [
          { account_number: 'A-1', first_told_at: at(1) },
          { account_number: 'A-2', first_told_at: at(1), named_stamp: `${at(2)} newest test` },
        ],
      }));

  it('given PSR records, when one is deleted and one is changed, then each is as told last', () => {
    const record = (electricity: string, description: string) => ({
      electricity_industry_code: electricity,
      gas_industry_code: '',
      description,
    });
    return spec
      .given(
        told('account_user.psr_records_updated', 'v1', 1, {
          user_id: 7,
          created_records: [record('01', 'Nebuliser'), record('08', 'Blind')],
          updated_records: [],
          deleted_records: [],
        }),
      )
      .when(
        told('account_user.psr_records_updated', 'v1', 2, {
          user_id: 7,
          created_records: [],
          updated_records: [record('08', 'Partially sighted')],
          deleted_records: [record('01', 'Nebuliser')],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        psr_records: [
          { electricity_industry_code: '01', is_present: false, removed_at: at(2) },
          { electricity_industry_code: '08', description: 'Partially sighted', is_present: true },
        ],
      });
  });

  it('given an agreement revoked without its account, when its creation arrives, then it belongs to the account', () =>
    spec
      .given(told('agreement.revoked', 'v1', 5, { agreement_id: 3 }))
      .when(
        told('agreement.created', 'v1', 1, {
          agreement_id: 3,
          ...account,
          valid_from: '2026-01-01',
          product_code: 'FIX',
        }),
      )
      .thenRows({
        agreements: [{ account_number: 'A-1', product_code: 'FIX', created_at: at(1), revoked_at: at(5) }],
      }));

  it('given an agreement, when it is rolled over, then the next one is known too', () =>
    spec
      .given()
      .when(
        told('agreement.rollover.completed', 'v1', 1, {
          ...account,
          supply_point_id: 's',
          expiring_agreement_id: 3,
          rolled_on_to_agreement_id: 4,
          new_product: { code: 'VAR', market_name: 'GBR_ELECTRICITY', brand_code: 'B' },
          rolled_on_to_agreement_valid_from: '2027-01-01',
          rolled_on_to_agreement_valid_to: '2028-01-01',
        }),
      )
      .thenRows({
        agreements: [
          { agreement_id: 3, rolled_on_to_agreement_id: 4, rolled_over_at: at(1) },
          { agreement_id: 4, ...account, product_code: 'VAR', valid_to: '2028-01-01' },
        ],
      }));

  it('given a posted entry, when it is removed, however often told, then it is one entry, posted and removed', () => {
    const ledger = { account: { number: 'A-1' }, number: 'L-1' };
    const entry = {
      id: 9,
      is_charge: false,
      is_credit: true,
      is_payment: false,
      is_repayment: false,
      is_reversal: false,
      is_reversed: false,
    };
    return spec
      .given(told('billing.ledger.entry_posted', 'v2', 1, { ledger, entry }))
      .when(
        told('billing.ledger.entry_removed', 'v2', 2, {
          ledger,
          entry: { ...entry, amount: 1200, source_reason: 'mistake' },
        }),
        told('billing.ledger.entry_posted', 'v1', 3, { ledger }, { id: 'old', source: 'billing' }),
      )
      .numberOfTimes(2)
      .thenRows({
        ledgers: [{ account_number: 'A-1', ledger_number: 'L-1' }],
        ledger_entries: [
          { entry_key: '9', entry_id: 9, posted_at: at(1), removed_at: at(2), amount: 1200 },
          { entry_key: 'event billing old', posted_at: at(3) },
        ],
      });
  });

  it('given a campaign left, when the account joins it again, then it is in it', () => {
    const member = { ...account, campaign_name: 'winter' };
    return spec
      .given(
        told('campaign_account.added', 'v1', 1, member),
        told('campaign_account.removed', 'v1', 2, member),
      )
      .when(told('campaign_account.added', 'v1', 3, member))
      .thenRows({ campaign_accounts: [{ is_present: true, added_at: at(1), removed_at: at(2) }] });
  });

  it('given a registration, when the meter point is lost, then both are told of the account', () =>
    spec
      .given(
        told('meterpoint.gas.cos_gain.registration.requested', 'v1', 1, {
          mprn: '123456',
          supply_start_date: '2026-02-01',
          supplier_mpid: 'ABC',
          ...account,
        }),
        told('industry.gas.change_of_supply.gain.initiated', 'v1', 2, { meter_point_identifier: '123456' }),
      )
      .when(
        told('industry.gas.change_of_supply.loss.complete', 'v1', 3, {
          mprn: '123456',
          supply_end_date: '2026-09-01',
          new_supplier_id: 'XYZ',
          ...account,
        }),
      )
      .thenRows({
        supply_registrations: [
          {
            meter_point: '123456',
            gain_requested_at: at(1),
            loss_completed_at: at(3),
            new_supplier_id: 'XYZ',
          },
        ],
        meter_points: [{ fuel: 'gas', meter_point: '123456', gain_initiated_at: at(2) }],
      }));

  it('given a verification, when it completes, then both times are told', () => {
    const verification = { user_number: 'U-7', verification_id: 1, verification_type: 'email' };
    return spec
      .given(told('account_user.verification_started', 'v1', 1, verification))
      .when(told('account_user.verification_completed', 'v1', 2, verification))
      .thenRows({ user_verifications: [{ started_at: at(1), completed_at: at(2) }] });
  });
});
