import type { RequestContext } from '../context.js';
import { ACCOUNT } from '../resources.js';
import type { Arrival, Checked } from '../take-in.js';
import { validateAccount } from './validate.js';

/**
 * An account that a client wants imported, checked.
 *
 * @param today `YYYY-MM-DD`, UTC.
 */
export function accountArrival(
  organisation: string,
  payload: unknown,
  context: RequestContext,
  today: string,
): Arrival {
  return { resource: ACCOUNT, organisation, payload, context, checked: checkAccount(payload, today) };
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
