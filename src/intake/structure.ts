import { Ajv, type ErrorObject } from 'ajv';
import type { TSchema } from 'typebox';
import type { FieldError } from '../errors.js';
import { type FieldCode, fault } from './codes.js';
import { formats, isFormatName } from './formats/index.js';

// Names of unknown fields are the client's own text: a fault needs enough of them to be found, not all.
const ATTR_LENGTH_MAX = 200;

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  formats: Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test])),
});

export interface Examined<T> {
  /** The value, where it has no fault. */
  readonly value: T | undefined;
  /** One fault at each path: what is wrong first with that value. */
  readonly faults: FieldError[];
}

/** Compiles a schema, once, to a function that finds every fault of a value against it. */
export function compileStructure<T>(schema: TSchema): (value: unknown) => Examined<T> {
  const validate = ajv.compile<T>(schema);
  return (value) => {
    if (validate(value)) return { value, faults: [] };
    const byAttr = new Map<string, FieldError>();
    for (const error of validate.errors ?? []) {
      const found = toFault(error);
      // A time where a date belongs is too long, but that it is no date says more.
      if ((byAttr.get(found.attr)?.code ?? 'too_long') === 'too_long') byAttr.set(found.attr, found);
    }
    return { value: undefined, faults: [...byAttr.values()] };
  };
}

function toFault(error: ErrorObject): FieldError {
  const { keyword, data, params } = error;
  if (keyword === 'required') return fault('required', attrOf(error, params['missingProperty']));
  if (keyword === 'additionalProperties') {
    return fault('unknown_field', attrOf(error, params['additionalProperty']));
  }
  const attr = attrOf(error);
  if (data === null) return fault('null_not_allowed', attr);
  if (keyword === 'format') return formatFault(String(params['format']), data, attr);
  if (keyword === 'enum') {
    if (typeof data !== 'string') return fault('invalid_type', attr, 'The value must be a string.');
    return fault('invalid_choice', attr, `The value must be one of ${params['allowedValues'].join(', ')}.`);
  }
  if (keyword === 'type') return typeFault(params['type'], data, attr);
  if (keyword === 'minLength') return fault('blank', attr);
  if (keyword === 'maxLength') {
    return fault('too_long', attr, `The text may have at most ${params['limit']} characters.`);
  }
  if (keyword === 'minItems')
    return fault('too_few_items', attr, `At least ${params['limit']} must be given.`);
  if (keyword === 'maxItems')
    return fault('too_many_items', attr, `At most ${params['limit']} may be given.`);
  if (keyword === 'minProperties') return fault('empty_object', attr);
  if (keyword === 'minimum' || keyword === 'maximum') {
    return fault('out_of_range', attr, `The number must be ${params['comparison']} ${params['limit']}.`);
  }
  throw new Error(`no code for a fault of the keyword ${keyword}`);
}

function typeFault(expected: string, data: unknown, attr: string): FieldError {
  if (expected === 'integer' && typeof data === 'number') return fault('not_whole_number', attr);
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a';
  return fault('invalid_type', attr, `The value must be ${article} ${expected}.`);
}

function formatFault(name: string, data: unknown, attr: string): FieldError {
  if (!isFormatName(name)) throw new Error(`no such format: ${name}`);
  const code: FieldCode = formats[name].code;
  // A text of spaces has no wrong character in it.
  if (code === 'invalid_characters' && typeof data === 'string' && data.trim() === '')
    return fault('blank', attr);
  return fault(code, attr);
}

function attrOf(error: ErrorObject, member?: unknown): string {
  const segments = error.instancePath
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (member !== undefined) segments.push(String(member));
  return shownAttr(segments.join('.'));
}

/** A path as it can be told and stored, whatever the names of fields that a client made up. */
export function shownAttr(path: string): string {
  // A cut through a surrogate pair leaves half of one, which is no text; and an undocumented field may be named with
  // characters that a table cannot hold.
  return path
    .slice(0, ATTR_LENGTH_MAX)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/\p{Cc}/gu, '\uFFFD');
}
