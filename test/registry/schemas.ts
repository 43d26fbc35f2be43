import type { CatalogueSchema } from '../../src/adapters/registry/port.js';
import type { AvroField, AvroType } from '../../src/catalogue/index.js';

/** A schema of a made-up event type: fields by name, optional ones in a list with null. */
export function madeUp(
  type: string,
  fields: Readonly<Record<string, AvroType>>,
  doc = 'Made up.',
): CatalogueSchema {
  const subject = `${type}_v1`;
  const avroFields = Object.entries(fields).map(
    ([name, fieldType]): AvroField =>
      Array.isArray(fieldType) ? { name, type: fieldType, default: null } : { name, type: fieldType },
  );
  return { type, version: 'v1', subject, schema: { type: 'record', name: subject, doc, fields: avroFields } };
}
