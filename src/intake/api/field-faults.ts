import type { TSchema } from 'typebox';
import type { FieldFaults, JsonSchema } from '../../openapi/index.js';
import { type FieldCode, fieldCodes } from '../codes.js';
import { formats, isFormatName } from '../formats/index.js';
import { isRecord } from '../json/is-record.js';

/** A schema of ours as plain JSON. */
export function jsonSchema(schema: TSchema): JsonSchema {
  const plain: unknown = JSON.parse(JSON.stringify(schema));
  if (!isRecord(plain)) throw new Error('a schema is an object');
  return plain;
}

/** Faults at fields, by code, each with a place where it can occur. */
export function faultsAt(places: Readonly<Partial<Record<FieldCode, string>>>): FieldFaults {
  const known = Object.entries(places).flatMap(([code, attr]) =>
    isFieldCode(code) ? [[code, { attr, detail: fieldCodes[code] }] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Every fault that checking a body against its schema can find, as `compileStructure` tells them. */
export function faultsOfSchema(schema: TSchema): FieldFaults {
  const places: Partial<Record<FieldCode, string>> = { more_errors: '' };
  walk(schema, '', (code, attr) => {
    // The first place where there is a name to show.
    if (!places[code]) places[code] = attr;
  });
  return faultsAt(places);
}

type See = (code: FieldCode, attr: string) => void;

const KEYWORDS: Readonly<Record<string, FieldCode>> = {
  minLength: 'blank',
  maxLength: 'too_long',
  minItems: 'too_few_items',
  maxItems: 'too_many_items',
  minProperties: 'empty_object',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  enum: 'invalid_choice',
};

function walk(schema: unknown, attr: string, see: See): void {
  if (!isRecord(schema)) return;
  see('invalid_type', attr);
  see('null_not_allowed', attr);
  for (const [keyword, code] of Object.entries(KEYWORDS)) if (keyword in schema) see(code, attr);
  const { type, format, properties, required, items } = schema;
  if (type === 'integer') see('not_whole_number', attr);
  if (typeof format === 'string' && isFormatName(format)) see(formats[format].code, attr);
  if (schema['additionalProperties'] === false) see('unknown_field', below(attr, 'colour'));
  if (Array.isArray(required) && required[0]) see('required', below(attr, String(required[0])));
  if (isRecord(properties)) {
    for (const [name, field] of Object.entries(properties)) walk(field, below(attr, name), see);
  }
  walk(items, below(attr, '0'), see);
}

function below(attr: string, name: string): string {
  return attr === '' ? name : `${attr}.${name}`;
}

function isFieldCode(code: string): code is FieldCode {
  return Object.hasOwn(fieldCodes, code);
}
