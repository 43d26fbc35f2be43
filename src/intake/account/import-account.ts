import { type FieldError, RequestError } from '../../errors.js';
import type { Position } from '../../event/index.js';
import { fault } from '../codes.js';
import type { RequestContext } from '../context.js';
import { refusal } from '../faults.js';
import { idempotencyOf } from '../idempotency.js';
import { canonicalJson, sha256 } from '../json/canonical.js';
import type { Acceptance, IntakeRequest } from '../requests.js';
import { validateAccount } from './validate.js';

export const ACCOUNT = 'account';
/** What an idempotency key of an account stands for, besides the body. */
const OPERATION = 'POST /v1/data-import/accounts/';

export interface AccountAccepted {
  readonly externalIdentifier: string;
  readonly importSupplier: string;
  readonly attempt: number;
  /** What a reader must have reached to know of it. */
  readonly positions: readonly Position[];
}

/** An account payload that was looked at: what to take into a transaction, and what its outcome means. */
export interface PreparedAccount {
  /** `undefined` where nothing can be stored: the payload is invalid, and names no supplier. */
  readonly request: IntakeRequest | undefined;
  /**
   * @param acceptance what became of the request, where there is one.
   * @throws RequestError with every fault: `account_failed_validation`, `import_supplier_not_ongoing`,
   * `external_identifier_conflict`, `idempotency_key_reused`, `idempotency_key_in_use`.
   */
  readonly conclude: (acceptance: Acceptance | undefined) => AccountAccepted;
}

/**
 * Validates an account payload and has it accepted.
 *
 * @param submit takes the request into a transaction.
 * @param today `YYYY-MM-DD`, UTC.
 * @throws RequestError as {@link PreparedAccount.conclude}; `service_unavailable` where it could not be stored.
 */
export async function importAccount(
  submit: (request: IntakeRequest) => Promise<Acceptance>,
  organisation: string,
  payload: unknown,
  context: RequestContext,
  today: string,
  idempotencyKey?: string,
): Promise<AccountAccepted> {
  const { request, conclude } = prepareAccount(organisation, payload, context, today, idempotencyKey);
  return conclude(request && (await submit(request)));
}

/** The part of an import that needs no database. */
export function prepareAccount(
  organisation: string,
  payload: unknown,
  context: RequestContext,
  today: string,
  idempotencyKey?: string,
): PreparedAccount {
  const verdict = validateAccount(payload, today);
  if (verdict.outcome === 'invalid') return prepareRefusal(organisation, payload, context, verdict.errors);
  const { account } = verdict;
  const { external_identifier: externalIdentifier, import_supplier: importSupplier } = account;
  const text = canonicalJson(account);
  const payloadSha256 = sha256(text);
  return {
    request: {
      kind: 'import',
      context,
      organisation,
      resourceType: ACCOUNT,
      externalIdentifier,
      importSupplier,
      accountNumber: account.account.number ?? null,
      payload: text,
      payloadSha256,
      idempotency:
        idempotencyKey === undefined ? undefined : idempotencyOf(idempotencyKey, OPERATION, payloadSha256),
    },
    conclude: (acceptance) => {
      switch (acceptance?.outcome) {
        case 'accepted':
          return {
            externalIdentifier,
            importSupplier,
            attempt: acceptance.attempt,
            positions: acceptance.positions,
          };
        case 'unknown_supplier':
          throw refusal('account_failed_validation', [fault('unknown_import_supplier', 'import_supplier')]);
        case 'supplier_not_ongoing':
          throw refusal('import_supplier_not_ongoing', [
            fault('import_supplier_not_ongoing', 'import_supplier'),
          ]);
        case 'conflict':
          throw new RequestError('external_identifier_conflict', {
            errors: [fault('external_identifier_conflict', 'external_identifier')],
          });
        case 'key_reused':
          throw new RequestError('idempotency_key_reused');
        case 'key_in_use':
          throw new RequestError('idempotency_key_in_use');
        default:
          throw new Error(`an import was answered as ${acceptance?.outcome}`);
      }
    },
  };
}

/** Leaves a trace of the refusal with a supplier that exists; one that does not is one more fault. */
function prepareRefusal(
  organisation: string,
  payload: unknown,
  context: RequestContext,
  errors: readonly FieldError[],
): PreparedAccount {
  const code = 'account_failed_validation';
  const importSupplier = readable(payload, 'import_supplier', errors);
  return {
    request:
      importSupplier === null
        ? undefined
        : {
            kind: 'refused',
            context,
            organisation,
            resourceType: ACCOUNT,
            externalIdentifier: readable(payload, 'external_identifier', errors),
            importSupplier,
            code,
            errors: refusal(code, errors).errors,
          },
    conclude: (acceptance) => {
      const unknown = acceptance?.outcome === 'unknown_supplier';
      throw refusal(
        code,
        unknown ? [fault('unknown_import_supplier', 'import_supplier'), ...errors] : errors,
      );
    },
  };
}

/** A text field that has no fault of its own. */
function readable(
  payload: unknown,
  field: 'import_supplier' | 'external_identifier',
  errors: readonly FieldError[],
): string | null {
  if (typeof payload !== 'object' || payload === null || errors.some(({ attr }) => attr === field))
    return null;
  const value: unknown = Reflect.get(payload, field);
  return typeof value === 'string' ? value : null;
}
