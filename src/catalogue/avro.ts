import avro, { type Schema, type Type } from 'avsc';
import type { AvroRecord } from './avro-schema.js';
import { ExactLong } from './exact-long.js';
import { JsonObjectType } from './json-object-type.js';
import { BoundedArray, FiniteDouble, StrictBoolean, Utf8String } from './strict-types.js';

/**
 * Compiles a schema. Unions are never wrapped. Types of our own stand where avsc's (5.7.9, pinned) would quietly change
 * data or run away:
 * - it returns longs below -2^52 with another sign and refuses ±(2^53 - 1): `ExactLong`;
 * - it turns malformed UTF-8 into U+FFFD: `Utf8String`;
 * - it loops as often as an array's length in the bytes says: `BoundedArray`;
 * - it takes any byte for a boolean, and NaN for a double: `StrictBoolean`, `FiniteDouble`.
 *
 * They fill in `_read`, `_skip` and `_write`, avsc's inner interface, which its generated record code calls.
 */
export function compile(schema: AvroRecord): Type {
  const own: Schema = JSON.parse(JSON.stringify(schema));
  return avro.Type.forSchema(own, {
    wrapUnions: 'never',
    omitRecordMethods: true,
    assertLogicalTypes: true,
    logicalTypes: { json: JsonObjectType },
    typeHook: strictType,
  });
}

type CompileOptions = ConstructorParameters<typeof avro.types.ArrayType>[1];

const primitives = new Map<unknown, Type>([
  ['string', new Utf8String()],
  ['long', new ExactLong()],
  ['double', new FiniteDouble()],
  ['boolean', new StrictBoolean()],
]);

/** `undefined` leaves the schema to avsc: records, unions, null, and our logical type, which is named above. */
function strictType(schema: Schema, options: CompileOptions): Type | undefined {
  if (typeof schema === 'string') return primitives.get(schema) ?? refuseOthers(schema);
  if (Array.isArray(schema) || !('type' in schema)) return undefined;
  if ('logicalType' in schema && schema.logicalType === 'json') return undefined;
  if (schema.type === 'array') return new BoundedArray(schema, options);
  return primitives.get(schema.type) ?? refuseOthers(schema.type);
}

/** Avro has more types than the catalogue; a writer's schema with one of them is none of ours. */
function refuseOthers(type: unknown): undefined {
  if (['int', 'float', 'bytes', 'fixed', 'enum', 'map', 'error'].includes(String(type))) {
    throw new Error(`${type} is not a type of the catalogue`);
  }
  return undefined;
}
