import type { FieldError, RequestError } from '../errors.js';
import type { Position } from '../event/index.js';
import { fault } from './codes.js';
import type { RequestContext } from './context.js';
import { refusal } from './faults.js';
import { canonicalJson, sha256 } from './json/canonical.js';
import type { Acceptance, IntakeRequest } from './requests.js';
import type { Resource } from './resources.js';

export interface TakenIn {
  readonly externalIdentifier: string;
  readonly importSupplier: string;
  readonly attempt: number;
  /** What a reader must have reached to know of it. */
  readonly positions: readonly Position[];
}

/** A payload after it was checked by itself. */
export type Checked =
  | {
      readonly outcome: 'valid';
      readonly payload: object;
      readonly externalIdentifier: string;
      readonly importSupplier: string;
      /** Number the account shall have; `null` where the payload leaves it open. */
      readonly accountNumber: string | null;
    }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

export type Submit = (request: IntakeRequest) => Promise<Acceptance>;

/**
 * Has a payload accepted, or leaves a trace of its refusal.
 *
 * @param submit takes the request into a transaction.
 * @throws RequestError with every fault: the resource's `…_failed_validation`, `import_supplier_not_ongoing`,
 * `external_identifier_conflict`; `service_unavailable` where it could not be stored.
 */
export async function takeIn(
  submit: Submit,
  resource: Resource,
  organisation: string,
  payload: unknown,
  checked: Checked,
  context: RequestContext,
): Promise<TakenIn> {
  if (checked.outcome === 'invalid') {
    throw await refuse(submit, resource, organisation, payload, context, checked.errors);
  }
  const { externalIdentifier, importSupplier, accountNumber } = checked;
  const text = canonicalJson(checked.payload);
  const acceptance = await submit({
    kind: 'import',
    context,
    organisation,
    resourceType: resource.type,
    externalIdentifier,
    importSupplier,
    accountNumber,
    payload: text,
    payloadSha256: sha256(text),
  });
  if (acceptance.outcome === 'accepted') {
    const { attempt, positions } = acceptance;
    return { externalIdentifier, importSupplier, attempt, positions };
  }
  if (acceptance.outcome === 'refused') throw new Error('an import was answered as a refusal');
  throw refusalOf(acceptance.outcome, resource);
}

/** Why a valid payload is not taken in. */
export function refusalOf(
  outcome: 'unknown_supplier' | 'supplier_not_ongoing' | 'conflict',
  { identifierField, failedValidation }: Resource,
): RequestError {
  switch (outcome) {
    case 'unknown_supplier':
      return refusal(failedValidation, [fault('unknown_import_supplier', 'import_supplier')]);
    case 'supplier_not_ongoing':
      return refusal('import_supplier_not_ongoing', [
        fault('import_supplier_not_ongoing', 'import_supplier'),
      ]);
    case 'conflict':
      return refusal('external_identifier_conflict', [
        fault('external_identifier_conflict', identifierField),
      ]);
  }
}

/** Leaves a trace of the refusal with a supplier that exists; one that does not is one more fault. */
async function refuse(
  submit: Submit,
  { type: resourceType, identifierField, failedValidation: code }: Resource,
  organisation: string,
  payload: unknown,
  context: RequestContext,
  errors: readonly FieldError[],
): Promise<RequestError> {
  const importSupplier = readable(payload, 'import_supplier', errors);
  if (importSupplier === null) return refusal(code, errors);
  const { outcome } = await submit({
    kind: 'refused',
    context,
    organisation,
    resourceType,
    externalIdentifier: readable(payload, identifierField, errors),
    importSupplier,
    code,
    errors: refusal(code, errors).errors,
  });
  return refusal(
    code,
    outcome === 'unknown_supplier'
      ? [fault('unknown_import_supplier', 'import_supplier'), ...errors]
      : errors,
  );
}

/** A text field that has no fault of its own. */
export function readable(payload: unknown, field: string, errors: readonly FieldError[]): string | null {
  if (typeof payload !== 'object' || payload === null || errors.some(({ attr }) => attr === field))
    return null;
  const value: unknown = Reflect.get(payload, field);
  return typeof value === 'string' ? value : null;
}
