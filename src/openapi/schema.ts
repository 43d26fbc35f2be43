import type { JsonSchema } from './call.js';

/** Builders of JSON Schema for what we answer. Objects are open: a client must let fields pass that it does not know. */

/** An object with these fields, all of them there but for the `optional`. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  { optional = [], description }: { optional?: readonly string[]; description?: string } = {},
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    properties,
    ...(required.length > 0 && { required }),
  };
}

export function string(description: string, ...examples: readonly string[]): JsonSchema {
  return { type: 'string', description, ...(examples.length > 0 && { examples }) };
}

export function oneOf(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}

export function time(description: string): JsonSchema {
  return { type: 'string', format: 'date-time', description };
}

export function whole(description: string, minimum?: number): JsonSchema {
  return { type: 'integer', description, ...(minimum !== undefined && { minimum }) };
}

export function flag(description: string): JsonSchema {
  return { type: 'boolean', description };
}

export function array(items: JsonSchema, description: string): JsonSchema {
  return { type: 'array', description, items };
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

/** A schema of the document, by its name. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
