import { type ErrorCode, errorKinds, type FieldError, RequestError } from '../errors.js';
import { fault } from './codes.js';

// Enough to correct a payload by; a client that sends thousands of faults has the same one in many places.
const LISTED_MAX = 100;

/** The first faults, and behind them, where there are more, one item that counts the rest. */
export function listed(errors: readonly FieldError[]): readonly FieldError[] {
  const more = errors.length - LISTED_MAX;
  if (more <= 0) return errors;
  return [...errors.slice(0, LISTED_MAX), fault('more_errors', '', `${more} more faults were found.`)];
}

/** A request that failed validation, with every fault. */
export function refusal(code: ErrorCode, errors: readonly FieldError[]): RequestError {
  return new RequestError(code, { detail: errorKinds[code].detail, errors: listed(errors) });
}
