import { processKey } from '../event/index.js';
import { dataFault } from './faults.js';
import type { Field, Payload } from './model.js';
import { isWellFormed } from './text.js';

/**
 * How the partition key of a type's events is found. Declared in the `key` property of its schemas, the same in every
 * version.
 * - `paths`: the first dotted path into the payload that holds something;
 * - `process`: `processKey` of three parts, so that all that is said about one process has one key.
 */
export type KeyRule =
  | { readonly kind: 'paths'; readonly paths: readonly string[] }
  | { readonly kind: 'process'; readonly parts: readonly [KeyPart, KeyPart, KeyPart] };

export type KeyPart =
  | { readonly from: 'organisation' }
  | { readonly from: 'literal'; readonly text: string }
  | { readonly from: 'paths'; readonly paths: readonly string[] };

/** Stands for a text that is empty, since a key never is. */
const EMPTY = '-';

/**
 * The key of one payload.
 *
 * @param organisation from the envelope; `undefined` is answered where the rule needs it and it is not known.
 * @throws DataFault `invalid_payload` where no path holds text or a number.
 */
export function keyBy(
  rule: KeyRule,
  type: string,
  data: Payload,
  organisation: string | null,
): string | undefined {
  if (rule.kind === 'paths') return firstText(rule.paths, type, data) || EMPTY;
  const parts: string[] = [];
  for (const part of rule.parts) {
    if (part.from === 'literal') parts.push(part.text);
    else if (part.from === 'paths') parts.push(firstText(part.paths, type, data));
    else if (organisation !== null) parts.push(organisation);
    else return undefined;
  }
  const [first = '', second = '', third = ''] = parts;
  return processKey(first, second, third);
}

function firstText(paths: readonly string[], type: string, data: Payload): string {
  for (const path of paths) {
    const value = valueAt(data, path);
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && isWellFormed(value)) return value;
    if (value !== null && value !== undefined) {
      throw dataFault('invalid_payload', `${type}: ${path}: no key can be made of this`);
    }
  }
  throw dataFault('invalid_payload', `${type}: ${paths.join(', ')}: nothing to make a key of`);
}

function valueAt(data: Payload, path: string): unknown {
  if (!path.includes('.')) return Object.hasOwn(data, path) ? data[path] : undefined;
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Payload)[name];
  }
  return value;
}

/**
 * What alone decides the key, in every version: the one path of the rule, or `process` where the key is always
 * `processKey` of one process. `undefined` where events of one entity may carry different keys.
 */
export function keyDeterminedBy(
  rule: KeyRule,
  versions: readonly { readonly fields: readonly Field[] }[],
): string | undefined {
  const alwaysThere = (path: string | undefined): boolean =>
    path !== undefined && versions.every((version) => fieldAt(version.fields, path)?.required === true);
  if (rule.kind === 'paths') return alwaysThere(rule.paths[0]) ? rule.paths[0] : undefined;
  const fixed = rule.parts.every((part) => part.from !== 'paths' || alwaysThere(part.paths[0]));
  return fixed ? 'process' : undefined;
}

/** The field a dotted path leads to; required only if every field on the way is. */
export function fieldAt(
  fields: readonly Field[],
  path: string,
): { readonly field: Field; readonly required: boolean } | undefined {
  const [name, ...rest] = path.split('.');
  const field = fields.find((candidate) => candidate.name === name);
  if (!field || rest.length === 0) return field && { field, required: field.required };
  if (field.type.kind !== 'record') return undefined;
  const inner = fieldAt(field.type.shape.fields, rest.join('.'));
  return inner && { field: inner.field, required: field.required && inner.required };
}
