import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const account = { account_number: 'A-1' };
const numbered = { ...account, leave_supplier_process_number: 'L-1' };
const typed = { ...numbered, subtype: 'move' };
const both = { ...numbered, leave_supplier_process_id: 9 };
const bothTyped = { ...both, leave_supplier_process_subtype: 'move' };
const point = { market_identifier: 'GB-E', external_identifier: '2000', market_name: 'ELEC' };
const other = { ...point, external_identifier: '3000' };
const ended = { external_identifier: '2000', market_name: 'ELEC', confirmed_supply_end_date: '2026-03-02' };
const ending = { external_identifier: '2000', market_name: 'ELEC', requested_supply_end_date: '2026-03-01' };
const request = {
  leave_supplier_process_id: 9,
  leave_supplier_process_subtype: 'move',
  supply_points: [point, other],
  requested_supply_end_at: '2026-03-01T00:00:00Z',
  requested_supply_end_date: '2026-03-01',
  is_passive: false,
};
const change = { ...request, supply_points: [point], requested_supply_end_date: '2026-03-05' };

describe('supplier-lifecycles on leaving', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given nothing, when a request without a number comes, then it is kept under its id', () =>
    spec
      .given()
      .when(
        told('lifecycle.leave-supplier.requested', 'v2', 1, {
          ...account,
          ...request,
          requested_at: '2026-01-01',
        }),
      )
      .numberOfTimes(3)
      .thenRows({
        processes: [
          {
            kind: 'leave',
            known_by: 'id',
            reference: '9',
            process_id: 9,
            subtype: 'move',
            requested_at: at(1),
            requested_at_told: '2026-01-01',
            requested_supply_end_date: '2026-03-01',
            is_passive: false,
          },
        ],
        supply_points: [
          { known_by: 'id', reference: '9', external_identifier: '2000', market_identifier: 'GB-E' },
          { known_by: 'id', reference: '9', external_identifier: '3000', requested_at: at(1) },
        ],
      }));

  it('given a request with a number, when it is updated with one, then dates and supply points are new', () =>
    spec
      .given(
        told('lifecycle.leave-supplier.requested', 'v3', 1, {
          ...numbered,
          ...request,
          requested_at: '2026-01-01',
        }),
      )
      .when(
        told('lifecycle.leave-supplier.updated', 'v3', 2, {
          ...numbered,
          ...change,
          is_passive: true,
          passive_loss_instigated_supply_point_id: 4,
          updated_at: '2026-01-02',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        processes: [
          { known_by: 'id', reference: '9', process_number: 'L-1' },
          {
            known_by: 'number',
            reference: 'L-1',
            process_id: 9,
            requested_at: at(1),
            updated_at: at(2),
            requested_supply_end_date: '2026-03-05',
            is_passive: true,
            passive_loss_instigated_supply_point_id: 4,
          },
        ],
        supply_points: [
          { external_identifier: '2000', requested_at: at(1), last_told_at: at(2) },
          { external_identifier: '3000', requested_at: at(1), last_told_at: at(1) },
        ],
      }));

  it('given an update without a number that comes first, when the request comes, then the update stands', () =>
    spec
      .given(
        told('lifecycle.leave-supplier.updated', 'v2', 5, {
          ...account,
          ...change,
          updated_at: '2026-01-02',
        }),
      )
      .when(
        told('lifecycle.leave-supplier.requested', 'v2', 1, {
          ...account,
          ...request,
          requested_at: '2026-01-01',
        }),
      )
      .thenRows({
        processes: [
          {
            reference: '9',
            requested_at: at(1),
            updated_at: at(5),
            requested_supply_end_date: '2026-03-05',
          },
        ],
      }));

  it('given a leave, when it goes its way to the end, then each step has its time', () =>
    spec
      .given()
      .when(
        told('lifecycle.leave-supplier.await-pre-termination-flow-step.initiated', 'v1', 2, typed),
        told(
          'lifecycle.leave-supplier.supply-point-journey-await-pre-termination-flow-step.initiated',
          'v1',
          3,
          { ...typed, supply_point: point },
        ),
        told(
          'lifecycle.leave-supplier.supply-point-journey-await-pre-agreement-termination-flow-step.initiated',
          'v1',
          4,
          { ...typed, supply_point: point },
        ),
        told('lifecycle.leave-supplier.termination.initiated', 'v1', 5, {
          ...numbered,
          leave_supplier_process_subtype: 'move',
          supply_point: ending,
        }),
        told('lifecycle.leave-supplier.termination.confirmed', 'v2', 6, {
          ...bothTyped,
          supply_point: ended,
        }),
        told('lifecycle.leave-supplier.await-post-termination-flow-step.initiated', 'v1', 7, typed),
        told(
          'lifecycle.leave-supplier.supply-point-journey-await-post-termination-flow-step.initiated',
          'v1',
          8,
          { ...typed, supply_point: ended },
        ),
        told('lifecycle.leave-supplier.await-post-deactivation-flow-step.initiated', 'v1', 9, typed),
        told('lifecycle.leave-supplier.completed', 'v3', 10, { ...bothTyped, supply_points: [ended] }),
      )
      .numberOfTimes(3)
      .thenRows({
        processes: [
          { kind: 'leave', known_by: 'id', reference: '9', process_number: 'L-1' },
          {
            kind: 'leave',
            reference: 'L-1',
            process_id: 9,
            subtype: 'move',
            awaiting_pre_termination_at: at(2),
            awaiting_pre_agreement_termination_at: at(4),
            termination_initiated_at: at(5),
            termination_confirmed_at: at(6),
            awaiting_post_termination_at: at(7),
            awaiting_post_deactivation_at: at(9),
            completed_at: at(10),
          },
        ],
        supply_points: [
          {
            market_identifier: 'GB-E',
            requested_supply_end_date: '2026-03-01',
            confirmed_supply_end_date: '2026-03-02',
            awaiting_pre_termination_at: at(3),
            awaiting_pre_agreement_termination_at: at(4),
            termination_initiated_at: at(5),
            termination_confirmed_at: at(6),
            awaiting_post_termination_at: at(8),
            completed_at: at(10),
          },
        ],
      }));

  it.each([
    ['lifecycle.leave-supplier.cancellation-requested', 'cancellation_requested_at'],
    ['lifecycle.leave-supplier.cancelled', 'cancelled_at'],
    ['lifecycle.leave-supplier.reversal-requested', 'reversal_requested_at'],
  ] as const)('given nothing, when %s comes, then process and supply points say when', (type, column) =>
    spec
      .given()
      .when(told(type, 'v2', 5, { ...both, supply_points: [point] }))
      .numberOfTimes(2)
      .thenRows({
        processes: [{ known_by: 'id' }, { reference: 'L-1', [column]: at(5) }],
        supply_points: [{ reference: 'L-1', external_identifier: '2000', [column]: at(5) }],
      }),
  );
});
