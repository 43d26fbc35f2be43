import type { Catalogue, Field, FieldType, TypeInfo, VersionInfo } from '../catalogue/index.js';
import type { JsonSchema } from './call.js';
import { nullable, ref } from './schema.js';

/** Every type-version that others see, and every shape, as JSON Schema by record name: what a payload is as JSON. */
export function catalogueSchemas({ types, shapes }: Catalogue): Readonly<Record<string, JsonSchema>> {
  const schemas: [string, JsonSchema][] = [];
  for (const shape of shapes.values()) {
    if (!shape.internal) schemas.push([shape.recordName, recordSchema(shape.doc, shape.fields)]);
  }
  for (const { type, version } of publicVersions(types)) {
    schemas.push([
      version.recordName,
      { title: `${type.name} ${version.version}`, ...recordSchema(version.doc, version.fields) },
    ]);
  }
  return Object.fromEntries(schemas);
}

/** Every version of every type that leaves the installation. */
export function publicVersions(
  types: ReadonlyMap<string, TypeInfo>,
): readonly { readonly type: TypeInfo; readonly version: VersionInfo }[] {
  return [...types.values()]
    .filter(({ internal }) => !internal)
    .flatMap((type) => type.versions.map((version) => ({ type, version })));
}

function recordSchema(description: string, fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    type: 'object',
    description,
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** A field that is not required may be left out, or null. */
function fieldSchema({ type, required, doc }: Field): JsonSchema {
  const schema = typeSchema(type);
  return { description: doc, ...(required ? schema : nullable(schema)) };
}

function typeSchema(type: FieldType): JsonSchema {
  switch (type.kind) {
    case 'string':
    case 'boolean':
      return { type: type.kind };
    case 'double':
      return { type: 'number' };
    case 'long':
      // 64 bits in Avro; in JSON as far as every reader reads it exactly.
      return {
        type: 'integer',
        format: 'int64',
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
      };
    case 'json':
      return { type: 'object', additionalProperties: true };
    case 'array':
      return { type: 'array', items: typeSchema(type.items) };
    case 'record':
      return ref(type.shape.recordName);
  }
}
