import { DataFault } from '../errors.js';

/** Why an event is at fault. Stable: parked events are grouped by it. */
export type FaultReason =
  /** The catalogue has no such event type. */
  | 'unknown_type'
  /** The type has no such version. */
  | 'unknown_version'
  /** The bytes are not a payload of this type and version: truncated, too long, malformed text or JSON. */
  | 'undecodable'
  /** The value does not fit the schema. */
  | 'invalid_payload'
  /** A whole number beyond ±(2^53 - 1), which JavaScript and JSON cannot carry exactly. */
  | 'unsafe_integer';

/** The schemas folder is at fault: nothing can start from it. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
}

/** One thing wrong with a payload. Never holds the value itself, which may be personal data. */
export interface FieldFault {
  /** Dotted path with zero-based indexes, e.g. `supply_points.0.market_name`; empty for the payload as a whole. */
  readonly path: string;
  readonly code: FieldFaultCode;
  readonly detail: string;
}

export type FieldFaultCode =
  | 'required'
  | 'unknown_field'
  | 'wrong_type'
  | 'unsafe_integer'
  | 'not_finite'
  | 'malformed_text'
  | 'invalid_json';

/** A payload that does not fit its schema, with every fault found in it. */
export class PayloadFault extends DataFault {
  override readonly name = 'PayloadFault';
  readonly faults: readonly FieldFault[];

  constructor(what: string, faults: readonly FieldFault[]) {
    const [first, ...others] = faults;
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    super(
      faults.every((fault) => fault.code === 'unsafe_integer') ? 'unsafe_integer' : 'invalid_payload',
      `${what}: ${first?.path || 'payload'}: ${first?.detail}${more}`,
    );
    this.faults = faults;
  }
}

/** A data fault with one of our stable reasons. */
export function dataFault(reason: FaultReason, message: string, cause?: unknown): DataFault {
  return new DataFault(reason, message, cause === undefined ? undefined : { cause });
}
