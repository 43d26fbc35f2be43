import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const process = { account_number: 'A-1', join_supplier_process_number: 'J-1' };
const typed = { ...process, subtype: 'switch' };
const asked = { external_identifier: '2000', market_name: 'ELEC', requested_supply_start_date: '2026-02-01' };
const activated = {
  external_identifier: '2000',
  market_name: 'ELEC',
  confirmed_supply_start_date: '2026-02-03',
};
const initiated = { external_identifier: '2000', market_name: 'ELEC' };
const contracts = { account_contract_identifier: 'C-1', business_contract_identifier: null };

const requested = (minute: number) =>
  told('lifecycle.join-supplier.requested', 'v1', minute, {
    ...typed,
    supply_points: [asked],
    requested_at: '2026-01-01T08:00:00+01:00',
  });

describe('supplier-lifecycles on joining', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given nothing, when a join is requested, then it and its supply points are kept', () =>
    spec
      .given()
      .when(requested(1))
      .numberOfTimes(3)
      .thenRows({
        processes: [
          {
            kind: 'join',
            known_by: 'number',
            reference: 'J-1',
            account_number_least: 'A-1',
            account_number_greatest: 'A-1',
            subtype: 'switch',
            requested_at: at(1),
            requested_at_told: '2026-01-01T08:00:00+01:00',
          },
        ],
        supply_points: [
          {
            kind: 'join',
            reference: 'J-1',
            market_name: 'ELEC',
            external_identifier: '2000',
            requested_at: at(1),
            listed: true,
            requested_supply_start_date: '2026-02-01',
          },
        ],
        accounts: [{ account_number: 'A-1' }],
      }));

  it('given a join, when it goes its way to the end, then each step has its time', () => {
    const journey = { ...typed, supply_point: activated };
    const activation = { ...typed, activation_journey_type: 'cos' };
    return spec
      .given(requested(1))
      .when(
        told('lifecycle.join-supplier.await-pre-discovery-flow-step.initiated', 'v1', 2, typed),
        told('lifecycle.join-supplier.await-pre-activation-flow-step.initiated', 'v1', 3, typed),
        told(
          'lifecycle.join-supplier.supply-point-journey-await-pre-activation-flow-step.initiated',
          'v1',
          4,
          { ...typed, supply_point: asked },
        ),
        told('lifecycle.join-supplier.activation.initiated', 'v1', 5, {
          ...activation,
          supply_point: initiated,
        }),
        told('lifecycle.join-supplier.activation.completed', 'v1', 6, {
          ...activation,
          supply_point: activated,
        }),
        told('lifecycle.join-supplier.supply-period.created', 'v1', 7, {
          ...process,
          supply_point: activated,
          supply_period: { id: 5, supply_start_at: '2026-02-03T00:00:00Z', supply_end_at: '' },
          contract_references: contracts,
        }),
        told('lifecycle.join-supplier.agreement.created', 'v1', 8, {
          ...process,
          supply_point: activated,
          agreements: [
            { id: 7, valid_from: '2026-02-03', valid_to: '2027-02-03', product_code: 'FIX' },
            { id: 8, valid_from: '2027-02-03', valid_to: '', product_code: 'VAR' },
          ],
          contract_references: contracts,
        }),
        told('lifecycle.join-supplier.await-post-activation-flow-step.initiated', 'v1', 9, typed),
        told(
          'lifecycle.join-supplier.supply-point-journey-await-post-activation-flow-step.initiated',
          'v1',
          10,
          journey,
        ),
        told('lifecycle.join-supplier.completed', 'v1', 11, { ...typed, supply_points: [activated] }),
      )
      .numberOfTimes(3)
      .thenRows({
        processes: [
          {
            requested_at: at(1),
            awaiting_pre_discovery_at: at(2),
            awaiting_pre_activation_at: at(3),
            activation_initiated_at: at(5),
            activation_completed_at: at(6),
            supply_period_created_at: at(7),
            agreement_created_at: at(8),
            awaiting_post_activation_at: at(9),
            completed_at: at(11),
            first_told_at: at(1),
            last_told_at: at(11),
          },
        ],
        supply_points: [
          {
            requested_supply_start_date: '2026-02-01',
            confirmed_supply_start_date: '2026-02-03',
            activation_journey_type: 'cos',
            awaiting_pre_activation_at: at(4),
            activation_initiated_at: at(5),
            activation_completed_at: at(6),
            supply_period_created_at: at(7),
            agreement_created_at: at(8),
            awaiting_post_activation_at: at(10),
            completed_at: at(11),
          },
        ],
        agreements: [
          { process_number: 'J-1', agreement_id: 7, product_code: 'FIX', account_contract_identifier: 'C-1' },
          { process_number: 'J-1', agreement_id: 8, product_code: 'VAR', external_identifier: '2000' },
        ],
        supply_periods: [
          { process_number: 'J-1', supply_period_id: 5, external_identifier: '2000', created_at: at(7) },
        ],
      });
  });

  it.each([
    ['lifecycle.join-supplier.cancellation-requested', 'cancellation_requested_at'],
    ['lifecycle.join-supplier.cancelled', 'cancelled_at'],
    ['lifecycle.join-supplier.reversal-requested', 'reversal_requested_at'],
    ['lifecycle.join-supplier.reversed', 'reversed_at'],
  ] as const)('given a join, when %s comes, then process and supply points say when', (type, column) =>
    spec
      .given(requested(1))
      .when(told(type, 'v1', 5, { ...typed, supply_points: [asked] }))
      .numberOfTimes(2)
      .thenRows({
        processes: [{ requested_at: at(1), [column]: at(5) }],
        supply_points: [{ requested_at: at(1), [column]: at(5) }],
      }),
  );

  it('given nothing, when only steps without an account are told, then the process is kept', () =>
    spec
      .given()
      .when(
        told('lifecycle.join_supplier.security_deposits.created', 'v1', 1, {
          join_supplier_process_number: 'J-1',
        }),
        told('lifecycle.join_supplier.terms-and-conditions.accepted', 'v2', 2, {
          join_supplier_process_number: 'J-1',
          join_supplier_process_id: 9,
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        processes: [
          { kind: 'join', known_by: 'id', reference: '9', process_number: 'J-1' },
          {
            known_by: 'number',
            reference: 'J-1',
            process_id: 9,
            security_deposits_created_at: at(1),
            terms_accepted_at: at(2),
          },
        ],
        accounts: [],
      }));

  it('given payment instructions made sure of, then both times and the id are kept', () => {
    const both = { ...process, join_supplier_process_id: 9 };
    return spec
      .given(told('lifecycle.join_supplier._ensure_payment_instructions.step_initiated', 'v2', 1, both))
      .when(told('lifecycle.join_supplier._ensure_payment_instructions.step_completed', 'v2', 2, both))
      .thenRows({
        processes: [
          { known_by: 'id', reference: '9', process_number: 'J-1', account_number_least: 'A-1' },
          {
            reference: 'J-1',
            process_id: 9,
            payment_instructions_initiated_at: at(1),
            payment_instructions_completed_at: at(2),
          },
        ],
      });
  });

  it('given a loyalty point, when a supply point comes no longer, then both are told of it', () => {
    const point = { market_name: 'ELEC', external_identifier: '2000', confirmed_ssd: '2026-02-03' };
    const other = { ...point, external_identifier: '3000' };
    return spec
      .given(
        told('lifecycle.enrollment.supply-status-qualifies-account-for-loyalty-point', 'v2', 1, {
          ...process,
          join_supplier_process_id: 9,
          supply_points_past_ssd: [{ ...point, was_cancelled: false }],
          all_supply_points: [
            { ...point, was_cancelled: false },
            { ...other, was_cancelled: false },
          ],
        }),
      )
      .when(
        told('lifecycle.enrollment.loyalty-points-qualification-reversed', 'v1', 2, {
          ...process,
          supply_points_no_longer_coming_on_supply: [{ ...point, was_cancelled: true }],
          all_supply_points: [
            { ...point, was_cancelled: true },
            { ...other, was_cancelled: false },
          ],
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        processes: [
          { known_by: 'id' },
          { reference: 'J-1', loyalty_qualified_at: at(1), loyalty_reversed_at: at(2) },
        ],
        supply_points: [
          {
            external_identifier: '2000',
            past_ssd_at: at(1),
            no_longer_coming_at: at(2),
            was_cancelled: true,
          },
          { external_identifier: '3000', confirmed_ssd: '2026-02-03', was_cancelled: false },
        ],
      });
  });

  it('given the end of a join, when its request comes late, then both are there', () =>
    spec
      .given(told('lifecycle.join-supplier.completed', 'v1', 9, { ...typed, supply_points: [activated] }))
      .when(requested(1))
      .thenRows({ processes: [{ requested_at: at(1), completed_at: at(9) }] }));
});
