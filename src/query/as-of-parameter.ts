import type { FieldError } from '../errors.js';
import { parsePositions } from '../event/index.js';
import type { AsOf } from './port.js';
import { isTime } from './times.js';

export const AS_OF = 'as_of';

/** What `as_of` asks for, `undefined` where nothing; and what is wrong with it. */
export function readAsOf(values: ReadonlyMap<string, string>): {
  readonly asOf: AsOf | undefined;
  readonly errors: readonly FieldError[];
} {
  const text = values.get(AS_OF);
  if (text === undefined) return { asOf: undefined, errors: [] };
  const positions = parsePositions(text);
  if (positions) return { asOf: { positions }, errors: [] };
  if (!isTime(text)) {
    return invalid('as_of must be a time such as 2026-01-31T00:00:00Z, or a Headrace-Position as 0:17,3:4.');
  }
  return Date.parse(text) <= Date.now()
    ? { asOf: { time: text }, errors: [] }
    : invalid('as_of must not be in the future.');
}

const invalid = (detail: string) => ({
  asOf: undefined,
  errors: [{ detail, code: 'invalid_parameter', attr: AS_OF }],
});
