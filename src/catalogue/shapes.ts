import { CatalogueError } from './faults.js';
import type { ShapeFile } from './files.js';
import type { Shape } from './model.js';
import { shapeRecordName } from './names.js';
import { parseShape, type ShapeLookup } from './parse-schema.js';

/**
 * Reads all shapes. A shape may use others, in any order, but not itself.
 *
 * @returns the shapes by record name
 * @throws CatalogueError for an unknown shape, a cycle, or two shapes of one record name
 */
export function readShapes(files: readonly ShapeFile[]): ReadonlyMap<string, Shape> {
  const byRecordName = new Map<string, ShapeFile>();
  for (const file of files) {
    const name = shapeRecordName(file.name);
    const other = byRecordName.get(name);
    if (other) throw new CatalogueError(`${file.path} and ${other.path}: both would be named ${name}`);
    byRecordName.set(name, file);
  }
  const shapes = new Map<string, Shape>();
  const underWay = new Set<string>();
  const lookUp = (name: string): Shape => {
    const known = shapes.get(name);
    if (known) return known;
    const file = byRecordName.get(name);
    if (!file) throw new CatalogueError(`${name}: no such shape`);
    if (underWay.has(name)) throw new CatalogueError(`${file.path}: the shape contains itself`);
    underWay.add(name);
    const shape = parseShape(file, lookUp);
    shapes.set(name, shape);
    return shape;
  };
  for (const name of byRecordName.keys()) lookUp(name);
  return shapes;
}

/** Finds shapes for the fields of `where`. */
export function shapeLookup(where: string, shapes: ReadonlyMap<string, Shape>): ShapeLookup {
  return (name) => {
    const shape = shapes.get(name);
    if (!shape) throw new CatalogueError(`${where}: ${name} is neither a type nor a shape`);
    return shape;
  };
}
