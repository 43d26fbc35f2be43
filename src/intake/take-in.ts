import { type FieldError, RequestError } from '../errors.js';
import type { Position } from '../event/index.js';
import { fault } from './codes.js';
import type { RequestContext } from './context.js';
import { refusal } from './faults.js';
import { idempotencyOf } from './idempotency.js';
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

/** Something that a client sent. */
export interface Arrival {
  readonly resource: Resource;
  readonly organisation: string;
  /** As it came. */
  readonly payload: unknown;
  readonly checked: Checked;
  readonly context: RequestContext;
  /** Left out where the request has none. */
  readonly idempotencyKey?: string | undefined;
}

/** An arrival with all of the work done that needs no database. */
export interface Prepared {
  /** What is to be stored; `undefined` where a refusal leaves no trace. */
  readonly request: IntakeRequest | undefined;
  /**
   * The answer, from what became of the request.
   *
   * @throws RequestError with every fault: the resource's `…_failed_validation`, `import_supplier_not_ongoing`,
   * `external_identifier_conflict`, `idempotency_key_reused`, `idempotency_key_in_use`.
   */
  readonly conclude: (acceptance: Acceptance | undefined) => TakenIn;
}

/** Takes a request into a transaction. Rejects with `service_unavailable` where it could not be stored. */
export type Submit = (request: IntakeRequest) => Promise<Acceptance>;

/** Has a payload accepted, or leaves a trace of its refusal. @throws RequestError as {@link Prepared.conclude} */
export async function takeIn(submit: Submit, arrival: Arrival): Promise<TakenIn> {
  const { request, conclude } = prepare(arrival);
  return conclude(request && (await submit(request)));
}

export function prepare(arrival: Arrival): Prepared {
  const { resource, organisation, checked, context, idempotencyKey } = arrival;
  if (checked.outcome === 'invalid') return prepareRefusal(arrival, checked.errors);
  const { externalIdentifier, importSupplier, accountNumber } = checked;
  const payload = canonicalJson(checked.payload);
  const payloadSha256 = sha256(payload);
  return {
    request: {
      kind: 'import',
      context,
      organisation,
      resourceType: resource.type,
      externalIdentifier,
      importSupplier,
      accountNumber,
      payload,
      payloadSha256,
      ...(idempotencyKey !== undefined && {
        idempotency: idempotencyOf(idempotencyKey, `POST ${resource.path}`, payloadSha256),
      }),
    },
    conclude(acceptance) {
      if (acceptance?.outcome === 'accepted') {
        const { attempt, positions } = acceptance;
        return { externalIdentifier, importSupplier, attempt, positions };
      }
      if (!acceptance || acceptance.outcome === 'refused') {
        throw new Error(`an import was answered as ${acceptance?.outcome}`);
      }
      throw refusalOf(acceptance.outcome, resource);
    },
  };
}

/** Why a valid payload is not taken in. */
export function refusalOf(
  outcome: Exclude<Acceptance['outcome'], 'accepted' | 'refused'>,
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
    case 'key_reused':
      return new RequestError('idempotency_key_reused');
    case 'key_in_use':
      return new RequestError('idempotency_key_in_use');
  }
}

/** Leaves a trace of the refusal with a supplier that exists; one that does not is one more fault. */
function prepareRefusal(
  { resource, organisation, payload, context }: Arrival,
  errors: readonly FieldError[],
): Prepared {
  const { type: resourceType, identifierField, failedValidation: code } = resource;
  const importSupplier = readable(payload, 'import_supplier', errors);
  return {
    request:
      importSupplier === null
        ? undefined
        : {
            kind: 'refused',
            context,
            organisation,
            resourceType,
            externalIdentifier: readable(payload, identifierField, errors),
            importSupplier,
            code,
            errors: refusal(code, errors).errors,
          },
    conclude(acceptance) {
      const isUnknown = acceptance?.outcome === 'unknown_supplier';
      throw refusal(
        code,
        isUnknown ? [fault('unknown_import_supplier', 'import_supplier'), ...errors] : errors,
      );
    },
  };
}

/** A text field that has no fault of its own. */
export function readable(payload: unknown, field: string, errors: readonly FieldError[]): string | null {
  if (typeof payload !== 'object' || payload === null || errors.some(({ attr }) => attr === field))
    return null;
  const value: unknown = Reflect.get(payload, field);
  return typeof value === 'string' ? value : null;
}
