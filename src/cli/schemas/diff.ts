import { stat } from 'node:fs/promises';
import { loadCatalogue } from '../../catalogue/index.js';
import { loadProjections } from '../../projector/index.js';
import { projectionsFolder } from '../../start/house.js';
import { InputError } from '../input-error.js';
import { diffFields, type RecordForm } from './compatibility.js';
import { diffSets, type SchemaChange, type SchemaSet, withoutCurrent } from './compatibility-sets.js';
import { counted, describeChange, handledBy, subjectOf } from './describe.js';
import { readersOf } from './impact.js';
import { readSchemaSet } from './read-folder.js';
import { schemaSetOf } from './schema-set.js';
import { readSnapshot } from './snapshot.js';

/** `version` of a change between two versions of a type is `v1 → v2`. */
export interface DiffReport {
  readonly before: string;
  readonly after: string;
  readonly changes: readonly (SchemaChange & { readonly readers: readonly string[] })[];
}

/**
 * The differences from one side to the other. Both are `<type>@<version>` of the working tree (also `@current`), or
 * each is `snapshot`, `tree` (the working tree), or a folder laid out as `schemas/` is.
 *
 * @throws InputError where a side names nothing; CatalogueError where the working tree does not load
 */
export async function diffSchemas(before: string, after: string): Promise<DiffReport> {
  const versions = before.includes('@') || after.includes('@');
  const changes = versions
    ? await diffVersions(before, after)
    : diffSets(await readSide(before), await readSide(after));
  const readers = readersOf(await loadProjections(projectionsFolder));
  return { before, after, changes: changes.map((change) => ({ ...change, readers: readers(change.type) })) };
}

async function diffVersions(before: string, after: string): Promise<SchemaChange[]> {
  const tree = schemaSetOf(await loadCatalogue());
  const [old, now] = [versionOf(tree, before), versionOf(tree, after)];
  if (old.type !== now.type) {
    throw new InputError(`${before} and ${after} are of different types: nothing relates their fields`);
  }
  const version = `${old.version} → ${now.version}`;
  return diffFields(old.form, now.form).map((change) => ({ ...change, type: old.type, version }));
}

function versionOf(tree: SchemaSet, name: string): { type: string; version: string; form: RecordForm } {
  const [type = '', version = '', ...more] = name.split('@');
  const versions = tree.types.get(type);
  const fields = versions?.get(version);
  if (versions && fields && more.length === 0)
    return { type, version, form: { fields, shapes: tree.shapes } };
  if (!name.includes('@')) throw new InputError(`${name}: both sides must be <type>@<version>, or neither`);
  const known = versions ? `; ${type} has ${[...versions.keys()].join(', ')}` : `; there is no type ${type}`;
  throw new InputError(`${name}: no such version${known}`);
}

async function readSide(side: string): Promise<SchemaSet> {
  if (side === 'snapshot') return withoutCurrent(await readSnapshot());
  if (side === 'tree') return withoutCurrent(schemaSetOf(await loadCatalogue()));
  const found = await stat(side).catch(() => undefined);
  if (!found?.isDirectory()) {
    throw new InputError(`${side}: neither <type>@<version>, nor snapshot, nor tree, nor a folder`);
  }
  return readSchemaSet(side);
}

/** A line for each change, and a summary as the last. */
export function diffLines({ before, after, changes }: DiffReport): string[] {
  return [
    ...changes.map(
      (change) => `${subjectOf(change)}: ${describeChange(change)}; ${handledBy(change.readers)}`,
    ),
    `schemas diff: ${counted(changes.length, 'difference')} from ${before} to ${after}`,
  ];
}
