import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const run = { account_number: 'A-1', run_id: 'R-1' };
const applied = { ...run, fees_applied_count: 2, fees_unapplied_count: 1 };
const group = { contract_group_identifier: 'G-1' };
const until = { start: '2026-01-01', end: '2026-12-31' };

describe('account-state on late payment fees, sales and groups of contracts', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given runs that end before they begin, then each service has its times and counts', () =>
    spec
      .given(
        told('late_payment_fee_calculation_service_completed', 'v1', 2, { ...run, fees_calculated_count: 3 }),
        told('late_payment_fee_application_service_completed', 'v1', 4, applied),
        told('late_payment_fee_calculator_completed', 'v1', 6, applied),
      )
      .when(
        told('late_payment_fee_calculation_service_started', 'v1', 1, run),
        told('late_payment_fee_application_service_started', 'v1', 3, run),
        told('late_payment_fee_calculator_started', 'v1', 5, run),
      )
      .numberOfTimes(2)
      .thenRows({
        accounts: [{ account_number: 'A-1', last_told_at: at(6) }],
        late_payment_fee_runs: [
          { service: 'application', started_at: at(3), completed_at: at(4), fees_applied_count: 2 },
          { service: 'calculation', started_at: at(1), completed_at: at(2), fees_calculated_count: 3 },
          { service: 'calculator', started_at: at(5), completed_at: at(6), fees_unapplied_count: 1 },
        ],
      }));

  it('given fees, then each charge has a row, and what was waived stands under its own id', () =>
    spec
      .given()
      .when(
        told('late_payment_fee_application_service_fee_applied', 'v1', 1, {
          ...run,
          fee_amount: 500,
          fee_date: '2026-01-01',
          fee_type: null,
          charge_id: 'C-1',
        }),
        told('late_payment_fee_calculator_fee_applied', 'v1', 2, { ...run, charge_id: 'C-2' }),
        told('late_payment_fee_waived', 'v1', 3, { fee_id: 8, waived_at: 'then', support_user_id: 4 }),
      )
      .numberOfTimes(2)
      .thenRows({
        late_payment_fees: [
          { charge_id: 'C-1', run_id: 'R-1', fee_amount: 500, applied_at: at(1) },
          { charge_id: 'C-2', run_id: 'R-1', applied_at: at(2) },
        ],
        late_payment_fee_waivers: [{ fee_id: 8, waived_at_told: 'then', support_user_id: 4 }],
      }));

  it('given sales, then a quote has its account where it was made for one, and a purchase the id it knows', () => {
    const quote = { market_name: 'GOODS', client_params: {}, lead_id: 2 };
    return spec
      .given()
      .when(
        told('goods.quote.created-for-account', 'v1', 1, { ...quote, quote_id: 1, account_number: 'A-1' }),
        told('goods.quote.created-without-account', 'v1', 1, { ...quote, quote_id: 2, contact_info: {} }),
        told('goods.purchase-created', 'v1', 2, { purchase_id: 3, account_id: 9, support_user_id: null }),
        told('affiliates.affiliate-account-contract-created', 'v1', 3, {
          affiliate_account_contract_id: 5,
          affiliate_contract_id: 6,
          account_number: 'A-1',
          fuel: 'gas',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        accounts: [{ account_number: 'A-1', first_told_at: at(1), last_told_at: at(3) }],
        goods_quotes: [
          { quote_id: 1, account_number: 'A-1', market_name: 'GOODS', lead_id: 2 },
          { quote_id: 2, market_name: 'GOODS' },
        ],
        goods_purchases: [{ purchase_id: 3, account_id: 9 }],
        affiliate_contracts: [{ affiliate_account_contract_id: 5, affiliate_contract_id: 6, fuel: 'gas' }],
      });
  });

  it('given memberships that ended, when the group is told only then, then they stay ended', () => {
    const member = (contract_identifier: string) => ({
      contract_identifier,
      valid_from: '2026-01-01',
      valid_to: '2026-06-01',
    });
    return spec
      .given(
        told('contract-groups.memberships-changed', 'v1', 3, {
          ...group,
          memberships_started: [member('K-2')],
          memberships_ended: [member('K-1')],
        }),
      )
      .when(
        told('contract-groups.created', 'v1', 1, {
          ...group,
          group_type: 'site',
          valid_from: '2026-01-01',
          valid_to: null,
          managing_party_identifier: 'P-1',
          external_identifier: null,
          name: 'All sites',
          memberships: [{ ...member('K-1'), valid_to: null }],
          traits: [{ identifier: 'T-1', type: 'billing', data: { day: 1 } }],
        }),
        told('contract-groups.version-created', 'v1', 4, {
          ...group,
          effective_period: until,
          superseded_versions: [
            { identifier: 'V-1', effective_period: until, system_period: until, traits: [] },
          ],
          created_versions: [
            { identifier: 'V-2', effective_period: until, system_period: until, traits: [] },
          ],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        contract_groups: [
          {
            group_type: 'site',
            name: 'All sites',
            managing_party_identifier: 'P-1',
            traits: [{ identifier: 'T-1', type: 'billing', data: { day: 1 } }],
            created_at: at(1),
            last_told_at: at(4),
          },
        ],
        contract_group_members: [
          { contract_identifier: 'K-1', is_member: false },
          { contract_identifier: 'K-2', is_member: true, valid_to: '2026-06-01' },
        ],
        contract_group_versions: [
          { version_identifier: 'V-1', is_superseded: true },
          {
            version_identifier: 'V-2',
            is_superseded: false,
            terms: { effective_period: until, system_period: until, traits: [] },
          },
        ],
      });
  });
});
