import type { Envelope } from '../../src/event/index.js';
import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';

export interface LedgerRow extends Provenance {
  readonly account_number: string;
  readonly ledger_number: string;
  readonly ledger_id: string | null;
}

interface LedgerTold {
  readonly ledger: {
    readonly account: { readonly number: string };
    readonly number: string;
    readonly id: string | null;
  };
}

export const ledgerKey = ({ ledger }: LedgerTold) => ({
  account_number: ledger.account.number,
  ledger_number: ledger.number,
});

const told = ({ data, envelope }: { readonly data: LedgerTold; readonly envelope: Envelope }) => [
  { ...ledgerKey(data), ledger_id: data.ledger.id, ...provenanceOf(envelope) },
];

/** One row an account and ledger: clients choose the numbers of ledgers, so one alone names none. */
export const ledgers = shared<LedgerRow, 'account_number' | 'ledger_number'>({
  key: ['account_number', 'ledger_number'],
  merge: { ...provenance, ledger_id: 'latest' },
  on: { 'billing.ledger.entry_posted': told, 'billing.ledger.entry_removed': told },
});
