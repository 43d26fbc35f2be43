/**
 * `npm run generate` writes `src/generated/` from `schemas/`.
 * `npm run generate -- --check` writes nothing and exits with 1, naming each file that differs.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateTypes, loadCatalogue } from '../catalogue/index.js';

const folder = fileURLToPath(new URL('../generated', import.meta.url));
const check = process.argv.includes('--check');

const catalogue = await loadCatalogue();
const wanted = generateTypes(catalogue);
await mkdir(folder, { recursive: true });
const present = await readdir(folder);

let drift = false;
const tell = (file: string, what: string): void => {
  drift = true;
  console.log(`src/generated/${file}: ${check ? what : 'written'}`);
};

for (const file of present) {
  if (wanted.has(file)) continue;
  tell(file, 'is not generated from schemas/');
  if (!check) await rm(join(folder, file));
}
for (const [file, text] of wanted) {
  const path = join(folder, file);
  if (present.includes(file) && (await readFile(path, 'utf8')) === text) continue;
  tell(file, 'differs from schemas/: run npm run generate');
  if (!check) await writeFile(path, text);
}
if (check && drift) process.exitCode = 1;
