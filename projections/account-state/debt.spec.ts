import { beforeAll, describe, it } from 'vitest';
import { at, ProjectionSpec, told } from '../../test/support/projection-spec.js';
import projection from './projection.js';

const account = { account_number: 'A-1' };
const collection = { ...account, number: 'C-1' };
const dunning = { ...account, dunning_path_name: 'standard', dunning_process_id: 'P-1' };
const deposit = {
  ...account,
  deposit_key: 'K-1',
  reason: 'risk',
  amount: 20_000,
  ledger_identifier: 'L-1',
};
const ledger = { ...account, ledger_number: 'L-1' };

describe('account-state on getting paid', () => {
  let spec: ProjectionSpec;
  beforeAll(async () => {
    spec = await ProjectionSpec.of(projection);
  });

  it('given a collection process, when it is paused, unpaused and withdrawn, then it is as told last', () =>
    spec
      .given(
        told('collection_process.raised', 'v1', 1, { ...collection, ledger: 'L-1', config_code: 'STD' }),
        told('collection_process.unpaused', 'v1', 4, { ...collection, source: 'agent' }),
      )
      .when(
        told('collection_process.paused', 'v1', 3, {
          ...collection,
          source: 'job',
          active_pause_reasons: ['dispute'],
        }),
        told('collection_process.leave_supplier_instigated', 'v1', 5, {
          ...collection,
          leave_supplier_process_number: 'L-9',
        }),
        told('collection_process.withdrawn', 'v1', 6, { ...collection, external_reference: 'X' }),
        told('collection_process.withdrawn', 'v2', 7, collection),
      )
      .numberOfTimes(2)
      .thenRows({
        collection_processes: [
          {
            collection_process_number: 'C-1',
            account_number: 'A-1',
            ledger: 'L-1',
            raised_at: at(1),
            is_paused: false,
            paused_at: at(3),
            unpaused_at: at(4),
            active_pause_reasons: ['dispute'],
            leave_supplier_process_number: 'L-9',
            leave_supplier_instigated_at: at(5),
            is_withdrawn: true,
            withdrawn_at: at(7),
            external_reference: 'X',
          },
        ],
      }));

  it('given events that name only the number, when the account is told, then one row holds all', () => {
    const step = {
      collection_process_number: 'C-1',
      step_identifier: 'letter-1',
      status: 'done',
      reason: '',
      dispatched_channels: ['post'],
      failed_channels: [],
      timestamp: '2026-01-01T00:00:00Z',
    };
    return spec
      .given(
        told('collection_process.comm_step_resolved', 'v1', 1, step),
        told('collection_process.run_termination_requested', 'v1', 2, { number: 'C-1' }),
        told('collection_process.reactivated', 'v1', 3, { number: 'C-1' }),
      )
      .when(told('collection_process.raised', 'v1', 0, { ...collection, config_code: 'STD' }))
      .thenRows({
        collection_processes: [
          {
            account_number: 'A-1',
            raised_at: at(0),
            termination_requested_at: at(2),
            reactivated_at: at(3),
            is_withdrawn: false,
          },
        ],
        collection_steps: [
          { step_identifier: 'letter-1', dispatched_channels: ['post'], resolved_at: at(1) },
        ],
      });
  });

  it('given a proceeding at an agency, then it is kept', () =>
    spec
      .given()
      .when(
        told('collection_proceeding.created', 'v1', 1, {
          ...account,
          id: 2,
          amount: 500,
          is_white_label: false,
          agency_code: 'AG',
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        collection_proceedings: [{ collection_proceeding_id: 2, amount: 500, agency_code: 'AG' }],
      }));

  it('given a dunning path, when its events come backwards, then it is as told last', () =>
    spec
      .given(
        told('dunning_path_withdrawn', 'v1', 4, {
          ...dunning,
          withdrawn_date: '2026-01-04',
          withdrawn_note: 'paid',
        }),
        told('dunning_path_unpaused', 'v1', 3, dunning),
      )
      .when(
        told('dunning_path_paused', 'v1', 2, {
          ...dunning,
          pause_start_date: '2026-01-02',
          pause_end_date: '2026-01-09',
          created_note: 'ill',
        }),
        told('dunning_path_started', 'v1', 1, { ...dunning, created_note: 'n', start_date: '2026-01-01' }),
      )
      .numberOfTimes(2)
      .thenRows({
        dunning_paths: [
          {
            dunning_process_id: 'P-1',
            started_at: at(1),
            start_note: 'n',
            is_paused: false,
            pause_note: 'ill',
            unpaused_at: at(3),
            withdrawn_at: at(4),
            withdrawn_note: 'paid',
          },
        ],
      }));

  it('given a debt of a ledger alone, when the account is told, then both are kept apart', () => {
    const change = { ledger_number: 'L-1', changed_on: '2026-01-01', previous_value: 0, new_value: 900 };
    return spec
      .given(
        told('delinquent_debt.position_changed', 'v1', 1, change),
        told('delinquent_debt.position_changed', 'v1', 2, change, { subject: 'account/A-1' }),
      )
      .when(
        told('delinquent_debt.position_changed', 'v2', 3, {
          ...change,
          ...account,
          previous_value: 900,
          new_value: 100,
        }),
      )
      .numberOfTimes(2)
      .thenRows({
        delinquent_debts: [
          { ledger_number: 'L-1', account_number: '', value: 900 },
          { ledger_number: 'L-1', account_number: 'A-1', previous_value: 900, value: 100, changed_at: at(3) },
        ],
        accounts: [{ account_number: 'A-1' }],
      });
  });

  it('given attempts to write debt back, then the newest outcome and the last of each are told', () =>
    spec
      .given(
        told('debt.actioning.automated_debt_write_back.failed', 'v1', 1, {
          ...ledger,
          reason: 'r',
          exception: 'e',
        }),
        told('debt.actioning.automated_debt_write_back.completed', 'v1', 3, { ...ledger, amount: 70 }),
      )
      .when(told('debt.actioning.automated_debt_write_back.skipped', 'v1', 2, { ...ledger, reason: 's' }))
      .numberOfTimes(2)
      .thenRows({
        debt_write_backs: [
          {
            outcome: 'completed',
            amount: 70,
            completed_at: at(3),
            failed_at: at(1),
            failure_reason: 'r',
            skipped_at: at(2),
            skip_reason: 's',
          },
        ],
      }));

  it('given a deposit, when instalments come back twice told, then each counts once', () =>
    spec
      .given(
        told('deposit_agreement.accepted', 'v1', 1, { ...deposit, accepted_at: '2026-01-01' }),
        told('deposit_agreement.fulfilled', 'v1', 2, { ...deposit, fulfilled_at: '2026-01-02' }),
      )
      .when(
        told(
          'deposit_agreement.instalment_returned',
          'v1',
          3,
          { ...deposit, returned_amount: 500, returned_at: '2026-01-03' },
          { id: 'one', source: 'billing' },
        ),
        told('deposit_agreement.returned', 'v1', 4, { ...deposit, returned_at: '2026-01-04' }),
        told('deposit_agreement.withdrawn', 'v1', 5, { ...deposit, withdrawn_at: '2026-01-05' }),
      )
      .numberOfTimes(2)
      .thenRows({
        deposits: [
          {
            deposit_key: 'K-1',
            amount: 20_000,
            accepted_at: at(1),
            fulfilled_at: at(2),
            returned_at: at(4),
            withdrawn_at: at(5),
          },
        ],
        deposit_instalments: [{ event_id: 'one', deposit_key: 'K-1', returned_amount: 500 }],
      }));
});
