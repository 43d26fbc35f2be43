import { isWellFormed } from './text.js';

/** Deeper JSON than this is refused: it serves nobody and overflows the stack of whoever walks it. */
const JSON_DEPTH_MAX = 64;

export type JsonFault = 'wrong_type' | 'unsafe_integer' | 'not_finite' | 'malformed_text' | 'invalid_json';

/**
 * What keeps a value from being an untyped object that JSON text carries exactly; `undefined` if nothing does.
 *
 * Refused are anything but an object at the top, values JSON has no form for (undefined, functions, dates, NaN), lone
 * surrogates, whole numbers beyond 2^53 - 1, which a reader would silently round, and nesting beyond
 * {@link JSON_DEPTH_MAX}.
 */
export function jsonObjectFault(value: unknown): JsonFault | undefined {
  return isPlainObject(value) ? membersFault(value, 1) : 'wrong_type';
}

function valueFault(value: unknown, depth: number): JsonFault | undefined {
  switch (typeof value) {
    case 'string':
      return isWellFormed(value) ? undefined : 'malformed_text';
    case 'boolean':
      return undefined;
    case 'number':
      if (!Number.isFinite(value)) return 'not_finite';
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafe_integer' : undefined;
    case 'object':
      if (value === null) return undefined;
      if (depth >= JSON_DEPTH_MAX) return 'invalid_json';
      if (Array.isArray(value)) return firstFault(value, depth + 1);
      return isPlainObject(value) ? membersFault(value, depth + 1) : 'invalid_json';
    default:
      return 'invalid_json';
  }
}

function membersFault(object: object, depth: number): JsonFault | undefined {
  for (const name of Object.keys(object)) if (!isWellFormed(name)) return 'malformed_text';
  return firstFault(Object.values(object), depth);
}

function firstFault(values: readonly unknown[], depth: number): JsonFault | undefined {
  for (let i = 0; i < values.length; i++) {
    const fault = valueFault(values[i], depth);
    if (fault) return fault;
  }
  return undefined;
}

/** An object literal or what `JSON.parse` makes: no class of its own, so nothing is lost in its JSON text. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
