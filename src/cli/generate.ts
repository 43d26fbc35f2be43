/**
 * `npm run generate` writes `src/generated/` from `schemas/`, what analysts see of each read model, and the page of settings.
 * `npm run generate -- --check` writes nothing and exits with 1, naming each file that differs.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadCatalogue } from '../catalogue/index.js';
import { packageRoot } from '../package-root.js';
import { wantedFiles } from './generate/wanted.js';

const check = process.argv.includes('--check');
const wanted = await wantedFiles(await loadCatalogue());

let drift = false;
const tell = (file: string, what: string): void => {
  drift = true;
  console.log(`${file}: ${check ? what : 'written'}`);
};

const generated = 'src/generated';
await mkdir(join(packageRoot, generated), { recursive: true });
for (const file of await readdir(join(packageRoot, generated))) {
  if (wanted.has(`${generated}/${file}`)) continue;
  tell(`${generated}/${file}`, 'is not generated from schemas/');
  if (!check) await rm(join(packageRoot, generated, file));
}
for (const [file, text] of wanted) {
  const path = join(packageRoot, file);
  if (existsSync(path) && (await readFile(path, 'utf8')) === text) continue;
  tell(file, 'differs from what it is generated from: run npm run generate');
  if (!check) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
if (check && drift) process.exitCode = 1;
