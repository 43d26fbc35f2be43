import { join } from 'node:path';
import { packageRoot } from '../package-root.js';
import { Catalogue, type TypeEntry } from './catalogue.js';
import { typeEntry } from './entry.js';
import { CatalogueError } from './faults.js';
import { readSchemaFolder, type TypeFolder } from './files.js';
import type { Shape, TypeInfo } from './model.js';
import { type ParsedEvent, parseEvent } from './parse-schema.js';
import { readShapes, shapeLookup } from './shapes.js';
import { compareText } from './text.js';
import { loadUpcast } from './upcast.js';
import { orderVersions } from './versions.js';

/** The committed `schemas/`. */
export const schemasFolder = join(packageRoot, 'schemas');

/**
 * Reads and proves a schemas folder. Everything the catalogue promises is checked here, once, at start.
 *
 * @throws CatalogueError naming the file or type at fault
 */
export async function loadCatalogue(folder: string = schemasFolder): Promise<Catalogue> {
  const files = await readSchemaFolder(folder);
  const shapes = readShapes(files.shapes);
  const types = files.types.toSorted((a, b) => compareText(a.type, b.type));
  const entries = await Promise.all(types.map((type) => loadType(type, shapes)));
  refuseSharedNames(shapes.values(), entries);
  return new Catalogue(
    new Map(entries.map((entry) => [entry.info.name, entry])),
    new Map(Array.from(shapes.values(), (shape) => [shape.name, shape])),
  );
}

async function loadType(folder: TypeFolder, shapes: ReadonlyMap<string, Shape>): Promise<TypeEntry> {
  const { type, internal, versions, upcastFile } = folder;
  const order = orderVersions(
    type,
    versions.map((file) => file.name),
  );
  const parsed = versions
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map(({ path, name, schema }) =>
      parseEvent(path, schema, { type, version: name }, shapeLookup(path, shapes)),
    );
  const upcast = upcastFile === undefined ? undefined : await loadUpcast(type, upcastFile);
  return typeEntry(internal, notEmpty(type, parsed), upcast);
}

function notEmpty(type: string, [first, ...rest]: readonly ParsedEvent[]): [ParsedEvent, ...ParsedEvent[]] {
  if (!first) throw new CatalogueError(`${type}: has no version`);
  return [first, ...rest];
}

/** Type, version and shape names differ, but their record names must differ too: `a-b` and `a__b` would not. */
function refuseSharedNames(shapes: Iterable<Shape>, entries: readonly TypeEntry[]): void {
  const owners = new Map<string, string>();
  const claim = (name: string, owner: string): void => {
    const other = owners.get(name);
    if (other) throw new CatalogueError(`${other} and ${owner}: both would be named ${name}`);
    owners.set(name, owner);
  };
  for (const shape of shapes) claim(shape.recordName, `shape ${shape.name}`);
  for (const { info } of entries) {
    for (const { version, recordName } of info.versions) claim(recordName, `${describe(info)} ${version}`);
    claim(info.current.recordName, `${describe(info)} in current form`);
  }
}

const describe = ({ name, internal }: TypeInfo): string => (internal ? `internal/${name}` : name);
