import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Projection } from './definition.js';

/**
 * The projections in `folder`, one a subfolder with a `projection.ts` (or `.js`, once built).
 * @throws Error where a folder holds none, or one of another name.
 */
export async function loadProjections(folder: string): Promise<readonly Projection[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => loadProjection(folder, name)));
}

async function loadProjection(folder: string, name: string): Promise<Projection> {
  const places = [
    join(folder, name, 'projection.js'),
    ...compiled(folder, name),
    join(folder, name, 'projection.ts'),
  ];
  const file = places.find(existsSync);
  if (!file) throw new Error(`projections/${name} has no projection.ts`);
  const module: { default?: Projection } = await import(pathToFileURL(file).href);
  if (module.default?.name !== name)
    throw new Error(`projections/${name} must export a projection of that name`);
  return module.default;
}

/** Where we run compiled, `projections/` lies beside `src/` in the output, its SQL perhaps elsewhere. */
function compiled(folder: string, name: string): string[] {
  if (!import.meta.url.endsWith('.js')) return [];
  const output = fileURLToPath(new URL('../..', import.meta.url));
  return [join(output, basename(folder), name, 'projection.js')];
}
