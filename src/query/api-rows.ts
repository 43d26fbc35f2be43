import { flag, type JsonSchema, nullable, string, time, whole } from '../openapi/index.js';
import { columns, listViews } from './generated/columns.js';
import type { ListResource } from './resources.js';

/** By type of a view's column: its JSON. What is told of events may be of any form. */
const TYPES: Readonly<Record<string, (comment: string) => JsonSchema>> = {
  text: string,
  'text[]': (description) => ({ type: 'array', description, items: { type: 'string' } }),
  bigint: whole,
  integer: whole,
  smallint: whole,
  'double precision': (description) => ({ type: 'number', description }),
  boolean: flag,
  'timestamp with time zone': time,
  jsonb: (description) => ({ description }),
};

/** An example of each type. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  text: 'text',
  'text[]': ['text'],
  bigint: 1,
  integer: 1,
  smallint: 1,
  'double precision': 0.5,
  boolean: true,
  'timestamp with time zone': '2026-01-31T09:15:00.000Z',
  jsonb: null,
};

/** By column: more lifelike examples. */
const NAMED_EXAMPLES: Readonly<Record<string, unknown>> = {
  organisation: 'acme',
  import_supplier: 'old-energy-2026',
  account_number: 'A-1B2C3D4E',
  external_identifier: 'crm-000123',
  resource_type: 'account',
};

/** @param source a list, or a view that comes with an item */
function columnsOf(source: string) {
  const view = Object.hasOwn(listViews, source)
    ? Object.entries(listViews).find(([list]) => list === source)?.[1]
    : source;
  const found = columns[view ?? source];
  if (!found) throw new Error(`${source}: npx vitest run test/query/columns.test.ts -u`);
  return Object.entries(found);
}

/** Fields of a row: all are there, and but for those of the list's key, each may be null. */
export function rowFields(source: string, list?: ListResource): Readonly<Record<string, JsonSchema>> {
  const key = new Set(Object.keys(list?.key ?? {}));
  const fields = columnsOf(source).map(([name, [type, comment]]): [string, JsonSchema] => {
    const schemaOf = TYPES[type];
    if (!schemaOf) throw new Error(`${source}.${name}: nobody said what ${type} is as JSON`);
    const schema = schemaOf(comment);
    return [name, key.has(name) || !('type' in schema) ? schema : nullable(schema)];
  });
  return Object.fromEntries(fields);
}

/** A row with the fields of {@link rowFields}. */
export function rowExample(source: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    columnsOf(source).map(([name, [type]]) => [name, NAMED_EXAMPLES[name] ?? EXAMPLES[type] ?? null]),
  );
}
