import { type FieldError, RequestError } from '../errors.js';
import { AS_OF, readAsOf } from './as-of-parameter.js';
import { readCursor } from './cursor.js';
import { FORMAT, type Form, formOf } from './export/form.js';
import type { AsOf } from './port.js';
import type { Filter } from './resources.js';
import {
  type ItemName,
  isPastItem,
  items,
  type KeyValue,
  type ListName,
  type ListResource,
  lists,
} from './resources.js';
import { isTime } from './times.js';
import { readWait, type Wait, waitParameters } from './wait-parameters.js';

export const LIMIT_DEFAULT = 50;
export const LIMIT_MAX = 200;
export const TEXT_LENGTH_MAX = 255;
// A client that sends more faults than this has the same one many times.
const ERRORS_MAX = 100;

/** What a list was asked for by its query parameters. */
export interface ListParameters {
  readonly filters: ReadonlyMap<string, string>;
  readonly after: readonly KeyValue[] | undefined;
  readonly limit: number;
  readonly wait: Wait | undefined;
  readonly form: Form;
}

/**
 * @param accept media types that the sender takes
 * @throws RequestError with every fault: `unknown_parameter`, else `failed_validation`.
 */
export function listParameters(list: ListName, url: string, accept?: string): ListParameters {
  const { filters: known, readModel }: ListResource = lists[list];
  const { values, errors } = readParameters(url, [
    FORMAT,
    'cursor',
    'limit',
    ...(readModel ? waitParameters : []),
    ...Object.keys(known),
  ]);
  const filters = new Map<string, string>();
  for (const [name, value] of values) {
    const filter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!filter) continue;
    const detail = faultOf(value, filter);
    if (detail === undefined) filters.set(name, value);
    else errors.push(invalid(name, detail));
  }
  const limitText = values.get('limit') ?? String(LIMIT_DEFAULT);
  const limit = /^[1-9]\d{0,2}$/.test(limitText) ? Number(limitText) : 0;
  if (limit < 1 || limit > LIMIT_MAX) {
    errors.push(invalid('limit', `limit must be a whole number from 1 to ${LIMIT_MAX}.`));
  }
  const cursor = values.get('cursor');
  const after = cursor === undefined ? undefined : readCursor(list, cursor);
  if (cursor !== undefined && after === undefined) {
    errors.push(invalid('cursor', 'cursor must be one that an answer of this list gave.'));
  }
  const { form, errors: formErrors } = formOf(values.get(FORMAT), accept);
  if (form !== 'json') {
    for (const name of ['cursor', 'limit'].filter((one) => values.has(one)))
      errors.push(invalid(name, `${name} is of pages: an export has all rows.`));
  }
  const waiting = readWait(values);
  throwIfAny([...errors, ...formErrors, ...waiting.errors]);
  return { filters, after, limit, wait: waiting.wait, form };
}

/** What a single thing was asked for by its query parameters. */
export interface ItemParameters {
  /** By name: what else is known of it. */
  readonly given: ReadonlyMap<string, string>;
  readonly wait: Wait | undefined;
  readonly asOf: AsOf | undefined;
}

/** @throws RequestError as {@link listParameters} */
export function itemParameters(item: ItemName, url: string): ItemParameters {
  const { list, narrowedBy } = items[item];
  const names = Object.keys(narrowedBy);
  const waits = lists[list].readModel ? waitParameters : [];
  const known = [...waits, ...(isPastItem(item) ? [AS_OF] : []), ...names];
  const { values, errors } = readParameters(url, known);
  const given = new Map<string, string>();
  for (const name of names) {
    const value = values.get(name);
    if (value === undefined) continue;
    const detail = faultOf(value);
    if (detail === undefined) given.set(name, value);
    else errors.push(invalid(name, detail));
  }
  const waiting = readWait(values);
  const past = readAsOf(values);
  throwIfAny([...errors, ...waiting.errors, ...past.errors]);
  return { given, wait: waiting.wait, asOf: past.asOf };
}

/** For a call that takes no query parameter. @throws RequestError `unknown_parameter` naming every one */
export function noParameters(url: string): void {
  throwIfAny(readParameters(url, []).errors);
}

/** Whether anything of ours could be called this: 1 to 255 characters, none of them a control character. */
export function isName(text: string): boolean {
  return text !== '' && text.length <= TEXT_LENGTH_MAX && !/\p{Cc}/u.test(text);
}

function readParameters(url: string, known: readonly string[]) {
  const start = url.indexOf('?');
  const values = new Map<string, string>();
  const faults = new Map<string, FieldError>();
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start))) {
    const attr = name.slice(0, 100);
    if (!known.includes(name)) {
      faults.set(name, {
        detail: 'This call has no such query parameter.',
        code: 'unknown_parameter',
        attr,
      });
    } else if (values.has(name)) {
      faults.set(name, {
        detail: 'The query parameter is given more than once.',
        code: 'repeated_parameter',
        attr,
      });
    } else values.set(name, value);
  }
  return { values, errors: [...faults.values()] };
}

function faultOf(value: string, filter?: Filter): string | undefined {
  if (filter?.oneOf && !filter.oneOf.includes(value))
    return `The value must be one of ${filter.oneOf.join(', ')}.`;
  if ((filter?.match === 'from' || filter?.match === 'before') && !isTime(value))
    return 'The value must be a time such as 2026-01-31T00:00:00Z.';
  if (!isName(value))
    return `The value must be a text of 1 to ${TEXT_LENGTH_MAX} characters, none a control character.`;
  return undefined;
}

const invalid = (attr: string, detail: string): FieldError => ({ detail, code: 'invalid_parameter', attr });

function throwIfAny(errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const structural = errors.some(({ code }) => code !== 'invalid_parameter');
  throw new RequestError(structural ? 'unknown_parameter' : 'failed_validation', {
    errors: errors.slice(0, ERRORS_MAX),
  });
}
