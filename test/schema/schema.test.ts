import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { packageRoot } from '../../src/package-root.js';
import { loadProjections } from '../../src/projector/index.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { describeSchemas, ownSchemas, withoutComment } from './describe.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the tables', () => {
  // Wanted as it is now? Then: npx vitest run test/schema/ --update
  test('are as test/schema/golden.txt has them: a migration changes them there, for the reviewer to see', async () => {
    const schemas = await ownSchemas(database.pool);
    expect(schemas.length).toBeGreaterThan(0);
    await expect(await describeSchemas(database.pool, schemas)).toMatchFileSnapshot('golden.txt');
  });

  test('have a comment each, and on every column, those of read models included', async () => {
    const folder = join(packageRoot, 'projections');
    await openJournal(database.pool, 2);
    const store = createProjectionStore(database.pool, folder);
    const migrated = await ownSchemas(database.pool);
    for (const projection of await loadProjections(folder)) await store.ensure(projection);
    const all = await ownSchemas(database.pool);
    expect(all.length).toBeGreaterThan(migrated.length);
    expect(await withoutComment(database.pool, all)).toEqual([]);
  });

  test('given one without comments, then it and its columns are told of', async () => {
    await database.pool.query('CREATE SCHEMA bare; CREATE TABLE bare.things (thing text, size integer)');
    await database.pool.query("COMMENT ON COLUMN bare.things.size IS 'How large it is.'");
    expect(await withoutComment(database.pool, ['bare'])).toEqual(['bare.things', 'bare.things.thing']);
  });
});
