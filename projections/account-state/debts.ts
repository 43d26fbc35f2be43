import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface DelinquentDebtRow extends Provenance {
  readonly ledger_number: string;
  /** Empty where the event did not name it. */
  readonly account_number: string;
  readonly changed_on: string | null;
  /** In pence. */
  readonly previous_value: number | null;
  /** In pence. */
  readonly value: number | null;
  readonly changed_at: string | null;
}

/** One row a ledger and account, or a ledger alone where its account was not told: what is overdue. */
export const delinquentDebts = shared<DelinquentDebtRow, 'ledger_number' | 'account_number'>({
  key: ['ledger_number', 'account_number'],
  merge: {
    ...provenance,
    changed_on: 'latest',
    previous_value: 'latest',
    value: 'latest',
    changed_at: 'greatest',
  },
  on: {
    'delinquent_debt.position_changed': ({ data, envelope }) => [
      {
        ledger_number: data.ledger_number,
        account_number: data.account_number ?? '',
        ...provenanceOf(envelope),
        changed_on: data.changed_on,
        previous_value: data.previous_value,
        value: data.new_value,
        changed_at: envelope.time,
      },
    ],
  },
});

export interface DebtWriteBackRow extends Provenance {
  readonly account_number: string;
  readonly ledger_number: string;
  /** Its stamp is that of the newest attempt. */
  readonly outcome: 'completed' | 'failed' | 'skipped' | null;
  readonly told_at: string | null;
  readonly completed_at: string | null;
  /** In pence, of the newest that was completed. */
  readonly amount: number | null;
  readonly failed_at: string | null;
  readonly failure_reason: string | null;
  readonly exception: string | null;
  readonly skipped_at: string | null;
  readonly skip_reason: string | null;
}

/** One row a ledger whose written-off debt was to be written back: the newest of each outcome. */
export const debtWriteBacks = shared<DebtWriteBackRow, 'account_number' | 'ledger_number'>({
  key: ['account_number', 'ledger_number'],
  merge: {
    ...provenance,
    outcome: 'latest',
    told_at: 'greatest',
    completed_at: 'greatest',
    amount: 'latest',
    failed_at: 'greatest',
    failure_reason: 'latest',
    exception: 'latest',
    skipped_at: 'greatest',
    skip_reason: 'latest',
  },
  on: {
    'debt.actioning.automated_debt_write_back.completed': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ledger_number: data.ledger_number,
        ...provenanceOf(envelope),
        outcome: 'completed',
        told_at: envelope.time,
        completed_at: envelope.time,
        amount: data.amount,
      },
    ],
    'debt.actioning.automated_debt_write_back.failed': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ledger_number: data.ledger_number,
        ...provenanceOf(envelope),
        outcome: 'failed',
        told_at: envelope.time,
        failed_at: envelope.time,
        failure_reason: data.reason,
        exception: data.exception,
      },
    ],
    'debt.actioning.automated_debt_write_back.skipped': ({ data, envelope }) => [
      {
        account_number: data.account_number,
        ledger_number: data.ledger_number,
        ...provenanceOf(envelope),
        outcome: 'skipped',
        told_at: envelope.time,
        skipped_at: envelope.time,
        skip_reason: data.reason,
      },
    ],
  },
});
