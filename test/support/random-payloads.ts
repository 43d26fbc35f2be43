import fc from 'fast-check';
import type { FieldType, TypeInfo } from '../../src/catalogue/index.js';

/**
 * Payloads of a type in any of its versions, made of few different values, so that random events meet in the same
 * rows. `special` makes the values of the fields it names.
 */
export function payloads(
  type: TypeInfo,
  special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<{ readonly version: string; readonly data: Readonly<Record<string, unknown>> }> {
  return fc.oneof(
    ...type.versions.map(({ version, fields }) => record(fields, special).map((data) => ({ version, data }))),
  );
}

type Fields = readonly { readonly name: string; readonly type: FieldType; readonly required: boolean }[];

function record(fields: Fields, special: Readonly<Record<string, fc.Arbitrary<unknown>>>) {
  return fc.record(
    Object.fromEntries(
      fields.map(({ name, type, required }) => {
        const value = special[name] ?? valuesOf(type, special);
        return [name, required ? value : fc.option(value)];
      }),
    ),
  );
}

function valuesOf(
  type: FieldType,
  special: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'string':
      return fc.constantFrom('a', 'b', '', 'ü/%');
    case 'long':
      return fc.integer({ min: 1, max: 3 });
    case 'double':
      return fc.constantFrom(0.5, 2);
    case 'boolean':
      return fc.boolean();
    case 'json':
      return fc.dictionary(
        fc.constantFrom('a', 'number'),
        fc.constantFrom<unknown>('a', 1, null, ['a', 'b']),
      );
    case 'array':
      return fc.array(valuesOf(type.items, special), { maxLength: 3 });
    case 'record':
      return record(type.shape.fields, special);
  }
}
