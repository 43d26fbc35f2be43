import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect, expectStatus } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { ConfigError, readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { goodAccounts } from '../support/accounts.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const logger = pino({ level: 'silent' });
let database: TestDatabase;
const started: Headrace[] = [];

async function start(...flags: string[]): Promise<Headrace> {
  const settings = ['--port', '0', '--data', testFolder(), '--database-url', database.url, ...flags];
  const headrace = await startHeadrace(readConfig(settings, {}), { logger });
  started.push(headrace);
  return headrace;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => Promise.all(started.splice(0).map((headrace) => headrace.stop())));
// Fails where a stopped process of ours has left a connection open.
afterAll(() => database.drop());

describe('the whole house', () => {
  test('given all roles, when an account is imported, then its outcome can be queried', async () => {
    const headrace = await start();
    const operator = await connect(headrace.url, await headrace.createOperatorKey('test'));
    const { apiKey, importSupplier } = await prepareImport(operator);
    const client = await connect(headrace.url, apiKey);
    const [account] = goodAccounts(1, { importSupplier });
    const accepted = expectStatus(await client.post('/v1/data-import/accounts/', account), 202);
    const location = accepted.headers.get('location') ?? '';
    await expect
      .poll(async () => (await client.get(location)).body['finished_at'] ?? null, { timeout: 20_000 })
      .not.toBeNull();
    await expect
      .poll(async () => (await client.get(`/v1/query/import-suppliers/${importSupplier}`)).body, {
        timeout: 20_000,
      })
      .toMatchObject({ accepted: 1, waiting: 0 });
    await headrace.stop();
    await expect(fetch(`${headrace.url}/health/live`)).rejects.toThrow();
  });

  test('given the role query, then the pages of the catalogue are there for anybody, unless they are turned off', async () => {
    const [shown, hidden] = [
      await start('--roles', 'query'),
      await start('--roles', 'query', '--catalogue', 'false'),
    ];
    const page = await fetch(`${shown.url}/catalogue/account.created`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('headrace.account');
    expect((await fetch(`${hidden.url}/catalogue/account.created`)).status).toBe(404);
  });

  test('given one role in each process, then they work together, and a call of a role that is off is not found', async () => {
    const houses = await Promise.all(
      ['intake', 'importer', 'projector', 'query'].map((role) => start('--roles', role)),
    );
    const [intake, importer, , query] = houses;
    if (!intake || !importer || !query) throw new Error('four were started');
    const operator = await connect(intake.url, await intake.createOperatorKey('test'));
    const { apiKey, importSupplier } = await prepareImport(operator);
    const client = await connect(intake.url, apiKey);
    for (const account of goodAccounts(5, { importSupplier, seed: 2, prefix: 'split-' })) {
      expectStatus(await client.post('/v1/data-import/accounts/', account), 202);
    }
    const ask = async () => {
      const authorization = `Token ${client.token}`;
      const address = `${query.url}/v1/query/import-suppliers/${importSupplier}`;
      return (await fetch(address, { headers: { authorization } })).json();
    };
    await expect.poll(ask, { timeout: 20_000 }).toMatchObject({ accepted: 5, waiting: 0 });
    expect((await client.get(`/v1/query/import-suppliers/${importSupplier}`)).status).toBe(404);
    expect((await fetch(`${importer.url}/health/ready`)).status).toBe(200);
  });

  test('given an address in use, when started there, then it fails and nothing of it goes on', async () => {
    const first = await start();
    const { port } = new URL(first.url);
    await expect(start('--port', port)).rejects.toThrow(/EADDRINUSE/);
  });

  test('given a database that cannot be reached, then the error says so and not the password', async () => {
    const nowhere = start('--database-url', 'postgres://user:secret@127.0.0.1:1/none');
    await expect(nowhere).rejects.toThrow(ConfigError);
    await expect(nowhere).rejects.toThrow(/cannot be reached \(.*ECONNREFUSED/);
    await expect(nowhere).rejects.not.toThrow(/secret/);
  });
});
