/**
 * `npm run openapi -- --write` writes `docs/openapi.json`, unless that would break clients; with `--breaking` also then.
 * `npm run openapi -- --check` writes nothing and exits with 1 where the file differs, naming what would break.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../catalogue/index.js';
import { breaches } from '../openapi/index.js';
import { packageRoot } from '../package-root.js';
import { describeApi } from '../start/openapi.js';

const { values } = parseArgs({
  options: { check: { type: 'boolean' }, write: { type: 'boolean' }, breaking: { type: 'boolean' } },
});

const file = join(packageRoot, 'docs/openapi.json');
const document = describeApi(await loadCatalogue());
const wanted = `${JSON.stringify(document, null, 1)}\n`;
const committed = await committedText();

if (wanted === committed) console.log('docs/openapi.json is up to date');
else {
  const broken = committed === undefined ? [] : breaches(JSON.parse(committed), document);
  for (const { where, what } of broken) console.log(`breaking: ${where}: ${what}`);
  if (values.write && (broken.length === 0 || values.breaking)) {
    await writeFile(file, wanted);
    console.log('docs/openapi.json: written');
  } else {
    const flags = broken.length === 0 ? '--write' : '--write --breaking';
    console.log(`docs/openapi.json differs from the code: npm run openapi -- ${flags}`);
    process.exitCode = 1;
  }
}

async function committedText(): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
