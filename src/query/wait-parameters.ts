import type { FieldError } from '../errors.js';
import { type Position, parsePositions } from '../event/index.js';

/** A read model must have applied all of `positions` before it is read; if not within the time, it is not read. */
export interface Wait {
  readonly positions: readonly Position[];
  readonly waitMs: number;
  /** The parameter that names them, if it is not `wait_for`. */
  readonly attr?: string;
}

export const waitParameters = ['wait_for', 'wait_seconds'];

const WAIT_SECONDS_DEFAULT = 5;
// Longer than a read model that is well ever needs; shorter than proxies and clients give up.
const WAIT_SECONDS_MAX = 30;

/** What `wait_for` and `wait_seconds` ask for, `undefined` where nothing; and what is wrong with them. */
export function readWait(values: ReadonlyMap<string, string>): {
  readonly wait: Wait | undefined;
  readonly errors: readonly FieldError[];
} {
  const token = values.get('wait_for');
  const seconds = values.get('wait_seconds');
  const errors: FieldError[] = [];
  const positions = token === undefined ? undefined : parsePositions(token);
  if (token !== undefined && !positions) {
    errors.push(
      invalid('wait_for', 'wait_for must be a Headrace-Position that an answer gave, as 0:17,3:4.'),
    );
  }
  const waitSeconds = seconds === undefined ? WAIT_SECONDS_DEFAULT : wholeNumber(seconds);
  if (waitSeconds === undefined || waitSeconds > WAIT_SECONDS_MAX) {
    errors.push(
      invalid('wait_seconds', `wait_seconds must be a whole number from 0 to ${WAIT_SECONDS_MAX}.`),
    );
  } else if (seconds !== undefined && token === undefined) {
    errors.push(
      invalid('wait_seconds', 'wait_seconds says how long to wait for wait_for, which is missing.'),
    );
  }
  if (errors.length > 0 || !positions || waitSeconds === undefined) return { wait: undefined, errors };
  return { wait: { positions, waitMs: waitSeconds * 1_000 }, errors };
}

const wholeNumber = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);

const invalid = (attr: string, detail: string): FieldError => ({ detail, code: 'invalid_parameter', attr });
