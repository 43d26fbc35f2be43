import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json: data files (schemas, migrations) are found from here, built or not. */
export const packageRoot = findUp(dirname(fileURLToPath(import.meta.url)));

function findUp(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json not found above the code');
  return findUp(parent);
}
