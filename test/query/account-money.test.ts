import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, told } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const account = { account_number: 'A-1' };
const document = { ...account, billing_document_id: 3, billing_document_identifier: 'D-3' };
const collection = { ...account, number: 'C-1' };
const dunning = { ...account, dunning_path_name: 'standard', dunning_process_id: 'P-1' };
const deposit = { ...account, deposit_key: 'K-1', reason: 'risk', amount: 900, ledger_identifier: 'L-1' };
const instalment = { ...deposit, returned_amount: 300, returned_at: 'then' };

describe('the query API on bills, debt and deposits of an account', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      ...historyOf('acme').account('A-1', 7),
      told('billing.billing_document.issued', 'v1', 2, document),
      told('billing.issuance.external_status.created', 'v1', 3, {
        billing_document_identifier: 'D-3',
        status: 'SENT',
        status_code: '1',
        external_status_id: 1,
      }),
      told('billing.rebate.created', 'v1', 2, {
        ...account,
        rebate_period_id: 5,
        rebate_type: 'SOCIAL',
        effective_from: '2026-01-01',
        effective_to: '2026-12-31',
        is_application_accepted: false,
      }),
      told('collection_process.raised', 'v1', 2, { ...collection, config_code: 'STD' }),
      told('collection_process.paused', 'v1', 3, { ...collection, source: 'job', active_pause_reasons: [] }),
      told('collection_process.comm_step_resolved', 'v1', 4, {
        collection_process_number: 'C-1',
        step_identifier: 'letter-1',
        status: 'done',
        reason: '',
        dispatched_channels: ['post'],
        failed_channels: [],
        timestamp: '2026-01-01T00:04:00Z',
      }),
      told('dunning_path_unpaused', 'v1', 2, dunning),
      told('delinquent_debt.position_changed', 'v2', 2, {
        ...account,
        ledger_number: 'L-1',
        changed_on: '2026-01-01',
        previous_value: 0,
        new_value: 500,
      }),
      told('debt.actioning.automated_debt_write_back.skipped', 'v1', 2, {
        ...account,
        ledger_number: 'L-1',
        reason: 'small',
      }),
      told('deposit_agreement.fulfilled', 'v1', 2, { ...deposit, fulfilled_at: 'then' }),
      told('deposit_agreement.instalment_returned', 'v1', 3, instalment),
      told('deposit_agreement.instalment_returned', 'v1', 4, instalment),
      // Of nobody: its account is not told.
      told('delinquent_debt.position_changed', 'v1', 2, {
        ledger_number: 'L-9',
        changed_on: '2026-01-01',
        previous_value: 0,
        new_value: 500,
      }),
    );
  });
  afterAll(() => house.close());

  it('given what billing told, when the account is asked for, then all of it comes with its status', async () => {
    expect((await house.get('accounts/A-1')).body).toMatchObject({
      last_told_at: at(4),
      billing_documents: [
        {
          billing_document_identifier: 'D-3',
          organisation: 'acme',
          status: 'issued',
          external_status: 'SENT',
        },
      ],
      rebates: [{ rebate_period_id: 5, status: 'created' }],
      collection_processes: [
        {
          collection_process_number: 'C-1',
          status: 'paused',
          steps: [{ step_identifier: 'letter-1', dispatched_channels: ['post'] }],
        },
      ],
      collection_proceedings: [],
      dunning_paths: [{ dunning_process_id: 'P-1', status: 'active' }],
      delinquent_debts: [{ ledger_number: 'L-1', value: 500 }],
      debt_write_backs: [{ ledger_number: 'L-1', outcome: 'skipped', skip_reason: 'small' }],
      deposits: [
        { status: 'fulfilled', amount: 900, instalments_returned: 2, instalments_returned_amount: 600 },
      ],
    });
  });

  it('given a contract that nobody published, then it goes with the accounts whose agreements name it', async () => {
    const contract = { contract_identifier: 'K-1', occurred_at: 'then' };
    await house.fixture.tell(
      told('contracts.actualized', 'v1', 3, { ...contract, version_reference: 1, for_subjects: [] }),
      told('contracts.subject-amended', 'v1', 4, {
        ...contract,
        added: [{ type: 'ELEC', identifier: '2000', effective_from: 'a', effective_to: 'b' }],
        updated: [],
        removed: [{ type: 'ELEC', identifier: '3000', effective_from: 'a', effective_to: 'b' }],
      }),
      told('agreement.created', 'v1', 5, {
        ...account,
        agreement_id: 90,
        valid_from: '2026-01-01',
        product_code: 'FIX',
        account_contract_identifier: 'K-1',
      }),
    );
    const { rows } = await house.fixture.database.pool.query('SELECT * FROM read_model.contracts');
    expect(rows).toMatchObject([
      {
        contract_identifier: 'K-1',
        organisation: 'acme',
        status: 'actual',
        account_numbers: ['A-1'],
        journeys: null,
        amended_subjects: [{ type: 'ELEC', identifier: '2000' }],
      },
    ]);
  });
});
