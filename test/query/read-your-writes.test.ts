import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, expectStatus } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { goodAccounts } from '../support/accounts.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

describe('a client of the whole house', () => {
  let database: TestDatabase;
  let house: Headrace;
  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = ['--port', '0', '--data', testFolder(), '--database-url', database.url];
    house = await startHeadrace(readConfig(settings, {}), { logger: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await house.stop();
    await database.drop();
  });

  it('given accounts it imports at once, when it asks for each by its token, then none is missing', async () => {
    const operator = await connect(house.url, await house.createOperatorKey('test'));
    const { apiKey, importSupplier } = await prepareImport(operator);
    const client = await connect(house.url, apiKey);
    const accounts = goodAccounts(30, { importSupplier, seed: 11, prefix: 'mine-' });
    const found = await Promise.all(
      accounts.map(async (account) => {
        const answer = expectStatus(await client.post('/v1/data-import/accounts/', account), 202);
        const token = answer.headers.get('headrace-position');
        const name = encodeURIComponent(String(account['external_identifier']));
        const path = `/v1/query/import-processes/${name}?wait_for=${token}&wait_seconds=30`;
        return (await client.get(path)).body['external_identifier'];
      }),
    );
    expect(found).toEqual(accounts.map((account) => account['external_identifier']));
    // A repeated request is told where the first one is.
    const repeated = expectStatus(await client.post('/v1/data-import/accounts/', accounts[0]), 202);
    const path = `/v1/query/import-processes?wait_for=${repeated.headers.get('headrace-position')}`;
    expect((await client.get(path)).status).toBe(200);
  });
});
