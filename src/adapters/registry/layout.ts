/**
 * The part of an Avro schema that decides where bytes go: names, types and their order. Two schemas with the same
 * layout read each other's bytes as their own, whatever their documentation, defaults and extra properties.
 * Follows Avro's "parsing canonical form", with names already full.
 */
export function layoutOf(schema: unknown): string {
  return JSON.stringify(reduce(schema));
}

const PRIMITIVES = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'];
/** In the order Avro gives them. */
const KEPT = ['name', 'type', 'fields', 'symbols', 'items', 'values', 'size'] as const;

function reduce(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(reduce);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = new Map<string, unknown>(Object.entries(schema));
  const type = parts.get('type');
  // A primitive with a logical type is that primitive on the wire.
  if (typeof type === 'string' && PRIMITIVES.includes(type) && !parts.has('name')) return type;
  const reduced: Record<string, unknown> = {};
  for (const key of KEPT) if (parts.has(key)) reduced[key] = reduce(parts.get(key));
  return reduced;
}
