import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { itemSources, listViews } from '../../src/adapters/postgres/query-views.js';
import { ReadModelFixture } from '../support/read-models.js';

let fixture: ReadModelFixture;
beforeAll(async () => {
  fixture = await ReadModelFixture.make();
});
afterAll(() => fixture.database.drop());

async function columnsOf(pool: Pool, view: string): Promise<string> {
  const { rows } = await pool.query<{ name: string; type: string; comment: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, col_description(attrelid, attnum) AS comment
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [view],
  );
  const columns = rows.map(({ name, type, comment }) => `    ${name}: ${JSON.stringify([type, comment])},\n`);
  return `{\n${columns.join('')}  }`;
}

async function source(pool: Pool): Promise<string> {
  const lists = Object.entries(listViews);
  const related = Object.entries(itemSources).map(
    ([item, one]) => [item, one.related.map(({ field, view }) => [field, view])] as const,
  );
  const items = Object.entries(itemSources).map(([item, one]) => [item, one.view ?? listViews[one.list]]);
  const views = new Set([
    ...lists.map(([, view]) => view),
    ...Object.values(itemSources).flatMap((one) => one.view ?? []),
    ...Object.values(itemSources).flatMap((one) => one.related.map(({ view }) => view)),
  ]);
  const columns: string[] = [];
  for (const view of [...views].sort()) {
    columns.push(`  ${JSON.stringify(view)}: ${await columnsOf(pool, view)},\n`);
  }
  return [
    '// Written from the database by `npx vitest run test/query/columns.test.ts -u`; do not edit.',
    '',
    '/** Columns of the views that answers show: their type in PostgreSQL, and what they say. */',
    `export const columns: Readonly<Record<string, Readonly<Record<string, readonly [type: string, comment: string]>>>> = {\n${columns.join('')}};`,
    '',
    '/** The view of each list. */',
    `export const listViews = ${JSON.stringify(Object.fromEntries(lists), null, 2)} as const;`,
    '',
    '/** The view of each item. */',
    `export const itemViews = ${JSON.stringify(Object.fromEntries(items), null, 2)} as const;`,
    '',
    '/** What comes with each item: the field, and the view of its rows. */',
    `export const related = ${JSON.stringify(Object.fromEntries(related), null, 2)} as const;`,
    '',
  ].join('\n');
}

describe('given the views of the read models', () => {
  // Wanted as they are now? Then: npx vitest run test/query/columns.test.ts --update, and npm run openapi -- --write
  it('when they are described for the API, then src/query/generated/columns.ts has them as they are', async () => {
    const file = new URL('../../src/query/generated/columns.ts', import.meta.url).pathname;
    await expect(await source(fixture.database.pool)).toMatchFileSnapshot(file);
  });
});
