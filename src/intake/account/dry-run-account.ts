import type { RequestContext } from '../context.js';
import type { DryRun, DryRunRequest } from '../dry-run.js';
import { refusal } from '../faults.js';
import type { ForeseeFaults } from '../port.js';
import { ACCOUNT } from '../resources.js';
import { readable, refusalOf } from '../take-in.js';
import { validateAccount } from './validate.js';

/**
 * Checks an account as importing it would, and leaves nothing but the event that tells how that ended.
 *
 * @param today `YYYY-MM-DD`, UTC.
 * @throws RequestError with every fault: `account_failed_validation`, also for those that running the import would
 * end with; `import_supplier_not_ongoing`
 */
export async function dryRunAccount(
  dryRun: (request: DryRunRequest) => Promise<DryRun>,
  foresee: ForeseeFaults,
  organisation: string,
  payload: unknown,
  context: RequestContext,
  today: string,
) {
  const verdict = validateAccount(payload, today);
  const account = verdict.outcome === 'valid' ? verdict.account : undefined;
  const errors = verdict.outcome === 'valid' ? [] : verdict.errors;
  const externalIdentifier = readable(payload, ACCOUNT.identifierField, errors);
  const importSupplier = readable(payload, 'import_supplier', errors);
  const run = await dryRun({
    context,
    organisation,
    resourceType: ACCOUNT.type,
    externalIdentifier,
    importSupplier,
    failedValidation: ACCOUNT.failedValidation,
    errors,
    accountNumber: account?.account.number ?? null,
    foresee: (circumstances) => (account ? foresee(account, circumstances) : []),
  });
  if (run.outcome === 'supplier_not_ongoing') throw refusalOf(run.outcome, ACCOUNT);
  if (run.outcome === 'invalid') throw refusal(ACCOUNT.failedValidation, run.errors);
  return {
    external_identifier: externalIdentifier,
    resource_type: ACCOUNT.type,
    dry_run: true,
    state: 'complete',
    import_supplier: importSupplier,
  };
}
