import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../input-error.js';
import type { Fields } from './compatibility.js';
import type { SchemaSet } from './compatibility-sets.js';
import { isObject, type JsonObject, readJson } from './json.js';

/**
 * The schemas in a folder laid out as `schemas/` is, without current forms. Reads `.avsc` files only and runs nothing
 * of the folder, so it may be any copy of any time.
 *
 * @throws InputError naming the file that cannot be read
 */
export async function readSchemaSet(folder: string): Promise<SchemaSet> {
  const open = await readLevel(folder);
  if (open.types.size === 0) throw new InputError(`${folder}: no schemas are there`);
  const internal = (await folders(folder)).includes('internal')
    ? await readLevel(join(folder, 'internal'))
    : { shapes: [], types: [] };
  return {
    shapes: new Map([...open.shapes, ...internal.shapes]),
    types: new Map([...open.types, ...internal.types]),
  };
}

async function readLevel(folder: string): Promise<SchemaSet> {
  const names = await folders(folder);
  const types = new Map<string, ReadonlyMap<string, Fields>>();
  for (const name of names.filter((name) => name !== 'shapes' && name !== 'internal')) {
    const versions = await readRecords(join(folder, name), (file) => file);
    if (versions.size > 0) types.set(name, versions);
  }
  const shapes = names.includes('shapes')
    ? await readRecords(join(folder, 'shapes'), (_file, record) => String(record['name']))
    : new Map<string, Fields>();
  return { shapes, types };
}

async function folders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new InputError(`${folder}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

async function readRecords(
  folder: string,
  nameOf: (file: string, record: JsonObject) => string,
): Promise<Map<string, Fields>> {
  const records = new Map<string, Fields>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.avsc')).toSorted()) {
    const path = join(folder, file);
    const record = await readJson(path);
    if (!isObject(record) || !Array.isArray(record['fields'])) throw new InputError(`${path}: not a record`);
    const fields: readonly unknown[] = record['fields'];
    records.set(
      nameOf(file.slice(0, -'.avsc'.length), record),
      new Map(fields.map((field) => notationOf(path, field))),
    );
  }
  return records;
}

function notationOf(path: string, field: unknown): [string, string] {
  if (!isObject(field) || typeof field['name'] !== 'string')
    throw new InputError(`${path}: a field has no name`);
  const { name, type } = field;
  const where = `${path}: field ${name}`;
  if (!Array.isArray(type)) return [name, typeOf(where, type)];
  if (type.length !== 2 || type[0] !== 'null') throw new InputError(`${where}: not a union with null`);
  return [name, `${typeOf(where, type[1])}?`];
}

function typeOf(where: string, type: unknown): string {
  if (typeof type === 'string') return type;
  if (isObject(type) && type['type'] === 'array') return `[${typeOf(where, type['items'])}]`;
  if (isObject(type) && type['logicalType'] === 'json') return 'json';
  throw new InputError(`${where}: ${JSON.stringify(type)} is not a type of the catalogue`);
}
