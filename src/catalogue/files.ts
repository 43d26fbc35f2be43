import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogueError } from './faults.js';

/** A schema file: where it is, its name without `.avsc`, and the JSON in it. */
export interface SchemaFile {
  readonly path: string;
  readonly name: string;
  readonly schema: unknown;
}

/** All files of one event type. */
export interface TypeFolder {
  readonly type: string;
  readonly internal: boolean;
  readonly versions: readonly SchemaFile[];
  /** The upcast module, where the folder has one. */
  readonly upcastFile: string | undefined;
}

export interface ShapeFile extends SchemaFile {
  readonly internal: boolean;
}

export interface SchemaFolder {
  readonly shapes: readonly ShapeFile[];
  readonly types: readonly TypeFolder[];
}

/** Reads `schemas/`: `<event_type>/<version>.avsc`, `shapes/`, and the same two under `internal/`. */
export async function readSchemaFolder(folder: string): Promise<SchemaFolder> {
  // One after the other: where both are missing, it is the outer one that is told.
  const open = await readLevel(folder, false);
  const internal = await readLevel(join(folder, INTERNAL), true);
  return { shapes: [...open.shapes, ...internal.shapes], types: [...open.types, ...internal.types] };
}

const INTERNAL = 'internal';
const SHAPES = 'shapes';

async function readLevel(folder: string, internal: boolean): Promise<SchemaFolder> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new CatalogueError(`${folder}: cannot be read`, { cause });
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const types = folders.filter((name) => name !== INTERNAL && name !== SHAPES);
  const shapes = folders.includes(SHAPES) ? (await readSchemas(join(folder, SHAPES))).schemas : [];
  return {
    shapes: shapes.map((file) => ({ ...file, internal })),
    types: await Promise.all(types.map((type) => readType(join(folder, type), type, internal))),
  };
}

async function readType(folder: string, type: string, internal: boolean): Promise<TypeFolder> {
  const { schemas, names } = await readSchemas(folder);
  if (schemas.length === 0) throw new CatalogueError(`${folder}: has no schema`);
  const upcast = ['upcast.js', 'upcast.ts'].find((name) => names.includes(name));
  return { type, internal, versions: schemas, upcastFile: upcast && join(folder, upcast) };
}

async function readSchemas(folder: string): Promise<{ schemas: SchemaFile[]; names: string[] }> {
  const names = (await readdir(folder)).toSorted();
  const files = names.filter((name) => name.endsWith('.avsc'));
  return { schemas: await Promise.all(files.map((file) => readSchema(folder, file))), names };
}

async function readSchema(folder: string, file: string): Promise<SchemaFile> {
  const path = join(folder, file);
  const text = await readFile(path, 'utf8');
  try {
    return { path, name: file.slice(0, -'.avsc'.length), schema: JSON.parse(text) };
  } catch (cause) {
    throw new CatalogueError(`${path}: not valid JSON`, { cause });
  }
}
