import type { FieldError } from '../errors.js';
import type { Position } from '../event/index.js';
import type { RequestContext } from './context.js';
import type { ProcessKey } from './port.js';

/** How a request says that it is the same as one before. */
export interface Idempotency {
  /** The client's `Idempotency-Key`, one of its organisation's own. */
  readonly key: string;
  /** Of method, path and body: another request has another. */
  readonly requestSha256: Buffer;
}

/** A valid payload that asks to be imported. */
export interface ImportRequest extends ProcessKey {
  readonly kind: 'import';
  readonly context: RequestContext;
  readonly importSupplier: string;
  /** Number the account shall have; `null` where the payload leaves it open. */
  readonly accountNumber: string | null;
  /** Canonical JSON. */
  readonly payload: string;
  readonly payloadSha256: Buffer;
  /** Left out where the request has no key. */
  readonly idempotency?: Idempotency | undefined;
}

/** A payload found invalid, to be remembered as refused if its supplier exists. */
interface RefusedRequest {
  readonly kind: 'refused';
  readonly context: RequestContext;
  readonly organisation: string;
  readonly resourceType: string;
  /** `null` where it could not be read. */
  readonly externalIdentifier: string | null;
  readonly importSupplier: string;
  readonly code: string;
  readonly errors: readonly FieldError[];
}

export type IntakeRequest = ImportRequest | RefusedRequest;

export type Acceptance =
  | { readonly outcome: 'accepted'; readonly attempt: number; readonly positions: readonly Position[] }
  /** The payload differs from the one that waits or is complete under this identifier. */
  | { readonly outcome: 'conflict' }
  /** The request's `Idempotency-Key` belongs to another request, answered before. */
  | { readonly outcome: 'key_reused' }
  /** The request's `Idempotency-Key` belongs to another request, which came at the same time. */
  | { readonly outcome: 'key_in_use' }
  | { readonly outcome: 'supplier_not_ongoing' }
  | { readonly outcome: 'unknown_supplier' }
  /** Answer to a {@link RefusedRequest} of a known supplier. */
  | { readonly outcome: 'refused' };
