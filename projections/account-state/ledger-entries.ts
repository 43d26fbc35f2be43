import { shared } from '../../src/projector/define.js';
import { type Provenance, provenance, provenanceOf } from '../provenance.js';
import { ledgerKey } from './ledgers.js';

export interface LedgerEntryRow extends Provenance {
  readonly account_number: string;
  readonly ledger_number: string;
  /** The entry's id; for an event that names no entry, `event` and its source and id. */
  readonly entry_key: string;
  readonly entry_id: number | null;
  readonly posted_at: string | null;
  readonly removed_at: string | null;
  readonly amount: number | null;
  readonly is_charge: boolean | null;
  readonly is_credit: boolean | null;
  readonly is_payment: boolean | null;
  readonly is_repayment: boolean | null;
  readonly is_reversal: boolean | null;
  readonly is_reversed: boolean | null;
  readonly source_type: string | null;
  readonly source_id: number | null;
  readonly removal_reason: string | null;
}

interface Kinds {
  readonly is_charge: boolean;
  readonly is_credit: boolean;
  readonly is_payment: boolean;
  readonly is_repayment: boolean;
  readonly is_reversal: boolean;
  readonly is_reversed: boolean;
}

const kinds = (entry: Kinds) => ({
  is_charge: entry.is_charge,
  is_credit: entry.is_credit,
  is_payment: entry.is_payment,
  is_repayment: entry.is_repayment,
  is_reversal: entry.is_reversal,
  is_reversed: entry.is_reversed,
});

/** One row an entry ever posted or removed. Version 1 of the events names no entry: each is a row of its own. */
export const ledgerEntries = shared<LedgerEntryRow, 'account_number' | 'ledger_number' | 'entry_key'>({
  key: ['account_number', 'ledger_number', 'entry_key'],
  merge: {
    ...provenance,
    entry_id: 'latest',
    posted_at: 'least',
    removed_at: 'least',
    amount: 'latest',
    is_charge: 'latest',
    is_credit: 'latest',
    is_payment: 'latest',
    is_repayment: 'latest',
    is_reversal: 'latest',
    is_reversed: 'latest',
    source_type: 'latest',
    source_id: 'latest',
    removal_reason: 'latest',
  },
  on: {
    'billing.ledger.entry_posted': ({ data, envelope }) => [
      {
        ...ledgerKey(data),
        ...provenanceOf(envelope),
        entry_key: entryKey(data.entry, envelope),
        posted_at: envelope.time,
        ...(data.entry && {
          entry_id: data.entry.id,
          ...kinds(data.entry),
          source_type: data.entry.source_type,
          source_id: data.entry.source_id,
        }),
      },
    ],
    'billing.ledger.entry_removed': ({ data, envelope }) => [
      {
        ...ledgerKey(data),
        ...provenanceOf(envelope),
        entry_key: entryKey(data.entry, envelope),
        removed_at: envelope.time,
        ...(data.entry && {
          entry_id: data.entry.id,
          ...kinds(data.entry),
          amount: data.entry.amount,
          removal_reason: data.entry.source_reason,
        }),
      },
    ],
  },
});

function entryKey(
  entry: { readonly id: number } | null,
  { source, id }: { readonly source: string; readonly id: string },
): string {
  return entry ? String(entry.id) : `event ${source} ${id}`;
}
