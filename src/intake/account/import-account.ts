import type { RequestContext } from '../context.js';
import { ACCOUNT } from '../resources.js';
import { type Checked, type Submit, type TakenIn, takeIn } from '../take-in.js';
import { validateAccount } from './validate.js';

/**
 * Validates an account payload and has it accepted.
 *
 * @param today `YYYY-MM-DD`, UTC.
 * @throws RequestError as {@link takeIn} does
 */
export async function importAccount(
  submit: Submit,
  organisation: string,
  payload: unknown,
  context: RequestContext,
  today: string,
): Promise<TakenIn> {
  return takeIn(submit, ACCOUNT, organisation, payload, checkAccount(payload, today), context);
}

function checkAccount(payload: unknown, today: string): Checked {
  const verdict = validateAccount(payload, today);
  if (verdict.outcome === 'invalid') return verdict;
  const { account } = verdict;
  return {
    outcome: 'valid',
    payload: account,
    externalIdentifier: account.external_identifier,
    importSupplier: account.import_supplier,
    accountNumber: account.account.number ?? null,
  };
}
