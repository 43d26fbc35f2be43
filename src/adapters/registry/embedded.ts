import { createHash } from 'node:crypto';
import { layoutOf } from './layout.js';
import type { CatalogueSchema, SchemaLookup, SchemaRegistry } from './port.js';
import { idsBy } from './schemas.js';

/** Ids are positive on Confluent's wire: 31 bits. */
const ID_MASK = 0x7fffffff;

/**
 * A registry made of the committed schemas alone, for an installation without one.
 *
 * An id is drawn from its schema's name and layout, so it is the same in every process and at every start, and stays
 * as it is when other schemas come and go. A schema whose layout changes gets another id, as it would in a registry:
 * bytes are never read with a layout they were not written in.
 *
 * @throws Error where two schemas draw the same id (1 in 10,000 catalogues of this size).
 */
export function embeddedRegistry(schemas: readonly CatalogueSchema[]): SchemaRegistry {
  const byId = new Map<number, CatalogueSchema>();
  const ids = new Map<CatalogueSchema, number>();
  for (const schema of schemas) {
    const id = embeddedId(schema);
    const other = byId.get(id);
    if (other) throw new Error(`${schema.subject} and ${other.subject} draw the same schema id ${id}`);
    byId.set(id, schema);
    ids.set(schema, id);
  }
  const lookup = (id: number): SchemaLookup => {
    const schema = byId.get(id);
    if (schema === undefined) return { outcome: 'unknown' };
    return { outcome: 'known', type: schema.type, version: schema.version, writerSchema: undefined };
  };
  return { register: async () => idsBy(ids), schemaOf: async (id) => lookup(id) };
}

function embeddedId({ subject, schema }: CatalogueSchema): number {
  const digest = createHash('sha256')
    .update(`${subject}\n${layoutOf(schema)}`)
    .digest();
  // Not 0: to some clients that is no id.
  return digest.readUInt32BE(0) & ID_MASK || 1;
}
