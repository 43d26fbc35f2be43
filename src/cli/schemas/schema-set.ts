import type { Catalogue, Field, FieldType } from '../../catalogue/index.js';
import type { Fields } from './compatibility.js';
import { CURRENT, type SchemaSet } from './compatibility-sets.js';

/** Everything the catalogue registers, in its order: each version of each type and its current form. */
export function schemaSetOf(catalogue: Catalogue): SchemaSet {
  const shapes = Array.from(catalogue.shapes.values()).toSorted((a, b) =>
    a.recordName < b.recordName ? -1 : 1,
  );
  const types = Array.from(
    catalogue.types.values(),
    ({ name, versions, current }): [string, Map<string, Fields>] => [
      name,
      new Map([
        ...versions.map(({ version, fields }): [string, Fields] => [version, notations(fields)]),
        [CURRENT, notations(current.fields)],
      ]),
    ],
  );
  return {
    shapes: new Map(shapes.map(({ recordName, fields }) => [recordName, notations(fields)])),
    types: new Map(types),
  };
}

const notations = (fields: readonly Field[]): Fields =>
  new Map(fields.map(({ name, type, required }) => [name, `${notation(type)}${required ? '' : '?'}`]));

function notation(type: FieldType): string {
  if (type.kind === 'array') return `[${notation(type.items)}]`;
  return type.kind === 'record' ? type.shape.recordName : type.kind;
}
