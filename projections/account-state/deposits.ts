import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface DepositRow extends Provenance {
  readonly deposit_key: string;
  readonly account_number: string | null;
  readonly ledger_identifier: string | null;
  readonly reason: string | null;
  /** In pence. */
  readonly amount: number | null;
  readonly accepted_at: string | null;
  readonly fulfilled_at: string | null;
  readonly returned_at: string | null;
  readonly withdrawn_at: string | null;
}

interface DepositData {
  readonly deposit_key: string;
  readonly account_number: string;
  readonly ledger_identifier: string;
  readonly reason: string;
  readonly amount: number;
}

const told = (data: DepositData, envelope: Envelope) => ({
  deposit_key: data.deposit_key,
  ...provenanceOf(envelope),
  account_number: data.account_number,
  ledger_identifier: data.ledger_identifier,
  reason: data.reason,
  amount: data.amount,
});

/** One row a deposit that an account agreed to. */
export const deposits = shared<DepositRow, 'deposit_key'>({
  key: ['deposit_key'],
  merge: {
    ...provenance,
    account_number: 'latest',
    ledger_identifier: 'latest',
    reason: 'latest',
    amount: 'latest',
    accepted_at: 'least',
    fulfilled_at: 'least',
    returned_at: 'least',
    withdrawn_at: 'least',
  },
  on: {
    'deposit_agreement.accepted': ({ data, envelope }) => [
      { ...told(data, envelope), accepted_at: envelope.time },
    ],
    'deposit_agreement.fulfilled': ({ data, envelope }) => [
      { ...told(data, envelope), fulfilled_at: envelope.time },
    ],
    'deposit_agreement.returned': ({ data, envelope }) => [
      { ...told(data, envelope), returned_at: envelope.time },
    ],
    'deposit_agreement.withdrawn': ({ data, envelope }) => [
      { ...told(data, envelope), withdrawn_at: envelope.time },
    ],
    'deposit_agreement.instalment_returned': ({ data, envelope }) => [told(data, envelope)],
  },
});

export interface DepositInstalmentRow {
  readonly source: string;
  readonly event_id: string;
  readonly deposit_key: string | null;
  /** In pence. */
  readonly returned_amount: number | null;
  readonly returned_at: string | null;
}

/** One row an instalment of a deposit that was returned; `least` sets each column once. */
export const depositInstalments = shared<DepositInstalmentRow, 'source' | 'event_id'>({
  key: ['source', 'event_id'],
  merge: { deposit_key: 'least', returned_amount: 'least', returned_at: 'least' },
  on: {
    'deposit_agreement.instalment_returned': ({ data, envelope }) => [
      {
        source: envelope.source,
        event_id: envelope.id,
        deposit_key: data.deposit_key,
        returned_amount: data.returned_amount,
        returned_at: envelope.time,
      },
    ],
  },
});
