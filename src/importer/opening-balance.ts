import { aboutAccount, type NewEvent } from './events.js';
import type { ClaimedTask } from './tasks.js';

/**
 * The entries an opening balance is posted as, one per ledger: a credit where it is positive (in the customer's
 * favour), a charge where it is negative (the customer owes), neither where it is zero.
 *
 * @param entryIds one per ledger
 */
export function openingEntries(
  task: ClaimedTask<'opening_balance'>,
  entryIds: readonly number[],
): NewEvent[] {
  const { accountNumber, input } = task;
  const about = aboutAccount(accountNumber);
  return input.ledgers.map(({ number, opening_balance }, index) => {
    const id = entryIds[index];
    if (id === undefined) throw new Error(`${entryIds.length} entry ids for ${input.ledgers.length} ledgers`);
    return about('billing.ledger.entry_posted', 'v2', {
      ledger: { account: { number: accountNumber }, number },
      entry: {
        id,
        is_charge: opening_balance < 0,
        is_credit: opening_balance > 0,
        is_payment: false,
        is_repayment: false,
        is_reversal: false,
        is_reversed: false,
        source_type: 'opening_balance',
      },
    });
  });
}
