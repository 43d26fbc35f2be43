import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { schemasFolder } from '../../catalogue/index.js';
import { InputError } from '../input-error.js';
import { type Fields, fieldForm, innermost } from './compatibility.js';
import type { SchemaSet } from './compatibility-sets.js';
import { isObject, readJson } from './json.js';

/** The schemas as they were when somebody last said that they are right. Committed. */
export const snapshotFile = join(schemasFolder, 'snapshot.json');

const PRIMITIVES = ['string', 'long', 'double', 'boolean', 'json'];

/** The same text for the same set; a line for each field, so that a change shows as one. */
export function snapshotText({ shapes, types }: SchemaSet): string {
  const versionsOf = Array.from(types, ([type, versions]) => [type, recordsOf(versions)]);
  const json = { shapes: recordsOf(shapes), types: Object.fromEntries(versionsOf) };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

const recordsOf = (records: ReadonlyMap<string, Fields>) =>
  Object.fromEntries(Array.from(records, ([name, fields]) => [name, Object.fromEntries(fields)]));

/** @throws InputError where the file is not there or not a snapshot */
export async function readSnapshot(file: string = snapshotFile): Promise<SchemaSet> {
  const json = await readJson(file);
  const { shapes, types } = isObject(json) ? json : {};
  if (!isObject(shapes) || !isObject(types)) throw new InputError(`${file}: not a snapshot of schemas`);
  const known = new Set([...PRIMITIVES, ...Object.keys(shapes)]);
  const read = (records: unknown): Map<string, Fields> => {
    if (!isObject(records)) throw new InputError(`${file}: not a snapshot of schemas`);
    return new Map(
      Object.entries(records).map(([name, fields]) => [name, fieldsOf(file, name, fields, known)]),
    );
  };
  return {
    shapes: read(shapes),
    types: new Map(Object.entries(types).map(([type, versions]) => [type, read(versions)])),
  };
}

function fieldsOf(file: string, record: string, fields: unknown, known: ReadonlySet<string>): Fields {
  if (!isObject(fields)) throw new InputError(`${file}: ${record}: has no fields`);
  return new Map(
    Object.entries(fields).map(([name, notation]) => {
      if (typeof notation !== 'string' || !known.has(innermost(fieldForm(notation).type))) {
        throw new InputError(`${file}: ${record}: field ${name}: ${JSON.stringify(notation)} is no type`);
      }
      return [name, notation];
    }),
  );
}

export async function writeSnapshot(set: SchemaSet, file: string = snapshotFile): Promise<void> {
  await writeFile(file, snapshotText(set));
}
