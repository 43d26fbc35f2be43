import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Catalogue, generateTypes } from '../../catalogue/index.js';
import { configurationPage } from '../../config-reference.js';
import { packageRoot } from '../../package-root.js';
import { shownViews } from './shown-views.js';
import { HEADER } from './sql.js';
import { typeViews } from './type-views.js';

/** Sorted behind the views that it shows. */
const ANALYTICS = 'z-analytics.sql';
/** Keys of what is the organisation's that reads: analysts read as none. */
const OWN = /^(\d+-)?own\.sql$/;

/** Every generated file, path within the package → text. */
export async function wantedFiles(catalogue: Catalogue): Promise<ReadonlyMap<string, string>> {
  const types = [...generateTypes(catalogue)].map(([file, text]) => [`src/generated/${file}`, text] as const);
  const entries = await readdir(join(packageRoot, 'projections'), { withFileTypes: true });
  const projections = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const views = await Promise.all(
    projections.toSorted().map(async (name) => {
      const shown = shownViews(await viewsOf(name));
      const sql =
        name === 'event-history'
          ? `${shown}
${typeViews(catalogue)}`
          : shown;
      return [`projections/${name}/views/${ANALYTICS}`, `${HEADER}\n${sql}`] as const;
    }),
  );
  return new Map([...types, ...views, ['docs/configuration.md', configurationPage()]]);
}

async function viewsOf(projection: string): Promise<string> {
  const folder = join(packageRoot, 'projections', projection, 'views');
  const files = (await readdir(folder)).filter(
    (file) => file.endsWith('.sql') && file !== ANALYTICS && !OWN.test(file),
  );
  const texts = await Promise.all(files.toSorted().map((file) => readFile(join(folder, file), 'utf8')));
  return texts.join('\n');
}
