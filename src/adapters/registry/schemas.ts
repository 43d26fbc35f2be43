import type { AvroRecord, Catalogue } from '../../catalogue/index.js';
import { layoutOf } from './layout.js';
import type { CatalogueSchema, SchemaLookup } from './port.js';

/** Everything there is to register: each version of each type, and the current form of each. */
export function schemasOf(catalogue: Catalogue): CatalogueSchema[] {
  return Array.from(catalogue.types.values()).flatMap((type) => {
    const { name, versions, current } = type;
    const form = {
      type: name,
      version: 'current',
      subject: current.recordName,
      schema: catalogue.currentSchema(name),
    };
    return [
      ...versions.map(({ version, recordName }) => ({
        type: name,
        version,
        subject: recordName,
        schema: catalogue.schema(name, version),
      })),
      form,
    ];
  });
}

/** Names what a registered schema is; `schema` is any JSON. */
export class Recogniser {
  readonly #bySubject: ReadonlyMap<string, CatalogueSchema>;

  constructor(schemas: readonly CatalogueSchema[]) {
    this.#bySubject = new Map(schemas.map((schema) => [schema.subject, schema]));
  }

  recognise(schema: unknown): SchemaLookup {
    if (!isAvroRecord(schema)) return { outcome: 'foreign', name: 'not an Avro record' };
    const known = this.#bySubject.get(schema.name);
    if (known === undefined) return { outcome: 'foreign', name: schema.name };
    const same = layoutOf(schema) === layoutOf(known.schema);
    return {
      outcome: 'known',
      type: known.type,
      version: known.version,
      writerSchema: same ? undefined : schema,
    };
  }
}

function isAvroRecord(schema: unknown): schema is AvroRecord {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    'type' in schema &&
    schema.type === 'record' &&
    'name' in schema &&
    typeof schema.name === 'string' &&
    'fields' in schema &&
    Array.isArray(schema.fields)
  );
}

/** Looks ids up in memory. */
export function idsBy(
  ids: ReadonlyMap<CatalogueSchema, number>,
): (type: string, version: string) => number | undefined {
  const byType = new Map<string, Map<string, number>>();
  for (const [{ type, version }, id] of ids) {
    const versions = byType.get(type) ?? new Map<string, number>();
    byType.set(type, versions.set(version, id));
  }
  return (type, version) => byType.get(type)?.get(version);
}
