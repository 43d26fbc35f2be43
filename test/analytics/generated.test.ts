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

  it('given a view of a read model and its comments, then analysts get the same', () => {
    const sql = `CREATE VIEW read_model.things AS SELECT name FROM things;
COMMENT ON VIEW read_model.things IS 'Things: it''s all.';
COMMENT ON COLUMN read_model.things.name IS 'Its name.';
`;
    expect(shownViews(sql)).toBe(`CREATE VIEW analytics.things AS SELECT
  v.name AS "name"
FROM read_model.things v;
COMMENT ON VIEW analytics.things IS 'Things: it''s all.';
COMMENT ON COLUMN analytics.things."name" IS 'Its name.';
`);
  });
});
