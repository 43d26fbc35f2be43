import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { shownViews } from '../../src/cli/generate/shown-views.js';
import { wantedFiles } from '../../src/cli/generate/wanted.js';
import { packageRoot } from '../../src/package-root.js';

const wanted = await wantedFiles(await loadCatalogue());

describe('generated files', () => {
  it.each([...wanted.keys()])('%s is up to date: run npm run generate', (file) => {
    expect(readFileSync(join(packageRoot, file), 'utf8') === wanted.get(file)).toBe(true);
  });

  it('given views that build on each other, then analysts get the same, which build on each other', () => {
    const views = (schema: string) => `CREATE VIEW ${schema}.things AS SELECT name FROM things;
COMMENT ON COLUMN ${schema}.things.name IS 'Its name.';
CREATE VIEW ${schema}.names AS SELECT name FROM ${schema}.things;`;
    expect(shownViews(views('read_model'))).toBe(views('analytics'));
  });
});
