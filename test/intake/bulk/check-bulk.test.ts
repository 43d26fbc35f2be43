import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBulk } from '../../../src/cli/check-bulk/run.js';
import { testFolder } from '../../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('given a stream whose service is killed in the middle, when it is sent again, then all is stored, once', async () => {
  const said: string[] = [];
  const verdict = await checkBulk({
    databaseUrl: database.url,
    folder: testFolder(),
    accounts: 4_000,
    seed: 20_261_121,
    hasKill: true,
    roles: 'intake',
    say: (line) => said.push(line),
  });
  expect(said).toEqual([expect.stringMatching(/^killed after \d+ answers/)]);
  expect(verdict).toMatchObject({ sent: 4_000, duplicates: 0, missing: 0, wrong: 0 });
  expect(verdict.accepted + verdict.refused).toBe(4_000);
  expect(verdict.refused).toBeGreaterThan(200);
}, 180_000);
