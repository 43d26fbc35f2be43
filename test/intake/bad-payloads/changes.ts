import type { FieldCode } from '../../../src/intake/codes.js';
import type { Json } from '../../support/accounts.js';
import { without, withValue } from '../../support/json-path.js';

/** One change to a full payload, and the one fault it must give. */
export interface BadPayload {
  readonly name: string;
  readonly change: (payload: Json) => Json;
  readonly code: FieldCode;
  readonly attr: string;
}

export const set = (path: string, value: Json, code: FieldCode, attr = path): BadPayload => ({
  name: `${path} = ${JSON.stringify(value).slice(0, 60)}`,
  change: (payload) => withValue(payload, path, value),
  code,
  attr,
});

export const sets = (path: string, code: FieldCode, values: readonly Json[]): BadPayload[] =>
  values.map((value) => set(path, value, code));

export const drop = (path: string, attr = path): BadPayload => ({
  name: `without ${path}`,
  change: (payload) => without(payload, path),
  code: 'required',
  attr,
});

export const long = (length: number) => 'x'.repeat(length);

export const many = (count: number, item: (i: number) => Json): Json =>
  Array.from({ length: count }, (_, i) => item(i));
