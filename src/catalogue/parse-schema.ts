import { CatalogueError } from './faults.js';
import type { ShapeFile } from './files.js';
import { isRecord } from './guards.js';
import type { Field, FieldType, Shape } from './model.js';
import { isAvroName, recordName, shapeRecordName } from './names.js';

/** Finds a shape by its record name; throws where there is none. */
export type ShapeLookup = (recordName: string) => Shape;

/** One type-version as its file states it. */
export interface ParsedEvent {
  readonly type: string;
  readonly version: string;
  readonly recordName: string;
  readonly doc: string;
  /** As written; `key-rule.ts` reads it. */
  readonly key: unknown;
  readonly fields: readonly Field[];
}

/**
 * Reads one `<event_type>/<version>.avsc`.
 *
 * @throws CatalogueError where it breaks a rule of the catalogue: `docs/catalogue.md` lists them.
 */
export function parseEvent(
  file: string,
  schema: unknown,
  expected: { type: string; version: string },
  shapes: ShapeLookup,
): ParsedEvent {
  const record = parseRecord(file, schema, ['eventType', 'payloadVersion', 'key']);
  expect(file, record, 'eventType', expected.type);
  expect(file, record, 'payloadVersion', expected.version);
  expect(file, record, 'name', recordName(expected.type, expected.version));
  return {
    ...expected,
    recordName: record.name,
    doc: record.doc,
    key: record['key'],
    fields: parseFields(file, record.fields, shapes),
  };
}

/** Reads one `shapes/<shape>.avsc`. */
export function parseShape({ path, name, schema, internal }: ShapeFile, shapes: ShapeLookup): Shape {
  const record = parseRecord(path, schema, ['shape']);
  expect(path, record, 'shape', name);
  expect(path, record, 'name', shapeRecordName(name));
  const fields = parseFields(path, record.fields, shapes);
  // Decoding counts on it: an array of records that take no bytes could claim any length.
  if (fields.length === 0) throw new CatalogueError(`${path}: a shape needs a field`);
  return { name, internal, recordName: record.name, doc: record.doc, fields };
}

interface RawRecord extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly unknown[];
}

function parseRecord(file: string, schema: unknown, extras: readonly string[]): RawRecord {
  if (!isRecord(schema)) throw new CatalogueError(`${file}: not a JSON object`);
  onlyProperties(file, schema, ['type', 'name', 'doc', 'fields', ...extras]);
  expect(file, schema, 'type', 'record');
  const { name, doc, fields } = schema;
  if (typeof name !== 'string' || !isAvroName(name))
    throw new CatalogueError(`${file}: "name" is no Avro name`);
  if (typeof doc !== 'string' || doc === '') throw new CatalogueError(`${file}: "doc" is missing`);
  if (!Array.isArray(fields)) throw new CatalogueError(`${file}: "fields" is not a list`);
  return { ...schema, name, doc, fields };
}

function parseFields(file: string, fields: readonly unknown[], shapes: ShapeLookup): Field[] {
  const parsed = fields.map((field) => parseField(file, field, shapes));
  const names = new Set<string>();
  for (const { name } of parsed) {
    if (names.has(name)) throw new CatalogueError(`${file}: field ${name} is there twice`);
    names.add(name);
  }
  return parsed;
}

function parseField(file: string, field: unknown, shapes: ShapeLookup): Field {
  if (!isRecord(field)) throw new CatalogueError(`${file}: a field is not an object`);
  const { name, doc, type } = field;
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new CatalogueError(
      `${file}: field ${JSON.stringify(name)}: a name is lower case letters, digits and _`,
    );
  }
  const where = `${file}: field ${name}`;
  onlyProperties(where, field, ['name', 'type', 'default', 'doc']);
  if (typeof doc !== 'string' || doc === '') throw new CatalogueError(`${where}: "doc" is missing`);
  if (!Array.isArray(type)) {
    if ('default' in field) throw new CatalogueError(`${where}: a required field has no default`);
    return { name, type: parseType(where, type, shapes), required: true, doc };
  }
  if (type.length !== 2 || type[0] !== 'null' || field['default'] !== null) {
    throw new CatalogueError(`${where}: an optional field is ["null", type] with default null`);
  }
  return { name, type: parseType(where, type[1], shapes), required: false, doc };
}

function parseType(where: string, type: unknown, shapes: ShapeLookup): FieldType {
  if (type === 'string' || type === 'long' || type === 'double' || type === 'boolean') return { kind: type };
  if (typeof type === 'string') return { kind: 'record', shape: shapes(type) };
  if (isRecord(type) && type['type'] === 'array') {
    onlyProperties(where, type, ['type', 'items']);
    return { kind: 'array', items: parseType(where, type['items'], shapes) };
  }
  if (isRecord(type) && type['type'] === 'string' && type['logicalType'] === 'json') {
    onlyProperties(where, type, ['type', 'logicalType']);
    return { kind: 'json' };
  }
  throw new CatalogueError(`${where}: ${JSON.stringify(type)} is not a type of the catalogue`);
}

function expect(
  where: string,
  object: Readonly<Record<string, unknown>>,
  property: string,
  value: string,
): void {
  if (object[property] !== value) throw new CatalogueError(`${where}: "${property}" must be "${value}"`);
}

function onlyProperties(where: string, object: object, allowed: readonly string[]): void {
  for (const name of Object.keys(object)) {
    if (!allowed.includes(name)) throw new CatalogueError(`${where}: unknown property "${name}"`);
  }
}
