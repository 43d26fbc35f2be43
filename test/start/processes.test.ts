import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, expectStatus } from '../../src/cli/demo/client.js';
import { readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { openSmtp } from '../mail/smtp-fixture.js';
import { goodAccounts } from '../support/accounts.js';
import { testFolder } from '../support/folder.js';
import { fullJoinOrder } from '../support/orders.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const ACCOUNTS = '/v1/data-import/accounts/';
const ORDERS = '/v1/data-import/orders/';
const import_supplier = 'spring';
const patiently = { timeout: 20_000 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function start(folder: string, ...flags: string[]): Promise<Headrace> {
  const settings = ['--port', '0', '--data', folder, '--database-url', database.url, ...flags];
  return startHeadrace(readConfig(settings, {}), { logger: pino({ level: 'silent' }) });
}

/** A client of a new organisation whose supplier writes e-mails. */
async function clientOf(headrace: Headrace, organisation: string) {
  const operator = await connect(headrace.url, await headrace.createOperatorKey('test'));
  const supplier = {
    import_supplier,
    behaviours: { customer_emails: true },
    supplier_mpids: { electricity: 'ELEC', gas: 'GASX' },
  };
  expectStatus(
    await operator.post('/v1/operator/organisations/', { organisation, import_supplier: supplier }),
    201,
  );
  const key = await operator.post(`/v1/operator/organisations/${organisation}/api-keys/`, {
    label: 'test',
    scopes: ['import', 'query'],
  });
  return connect(headrace.url, String(expectStatus(key, 201).body['api_key']));
}

describe('the whole house', () => {
  test('given orders before and after their account, when all have ended, then counts add up for both kinds', async () => {
    const folder = testFolder();
    const headrace = await start(folder);
    try {
      const client = await clientOf(headrace, 'one');
      const [account = {}] = goodAccounts(1, { importSupplier: import_supplier, prefix: 'one-' });
      const order = (external_order_id: string, external_identifier: unknown) => ({
        ...fullJoinOrder(),
        external_order_id,
        import_supplier,
        account: { external_identifier },
      });
      const known = account['external_identifier'];
      expectStatus(await client.post(ORDERS, order('early', known)), 202);
      expectStatus(await client.post(ORDERS, order('never', 'nobody')), 202);
      expectStatus(await client.post(ACCOUNTS, account), 202);
      const status = async (path: string) => (await client.get(path)).body;
      await expect
        .poll(() => status(`${ORDERS}early/`), patiently)
        .toMatchObject({ state: 'complete', outcome: { identifier: expect.stringMatching(/^JS-/) } });
      expectStatus(await client.post(ORDERS, order('late', known)), 202);
      await expect.poll(() => status(`${ORDERS}late/`), patiently).toMatchObject({ state: 'complete' });
      const cancelled = await fetch(`${headrace.url}${ORDERS}never/`, {
        method: 'DELETE',
        headers: { authorization: `Token ${client.token}` },
      });
      expect(cancelled.status).toBe(200);
      await expect
        .poll(() => status(`/v1/query/import-suppliers/${import_supplier}`), patiently)
        .toMatchObject({ accepted: 4, waiting: 0, complete: 3, error: 0, cancelled: 1 });
      expect(await status(`${ACCOUNTS}${known}/`)).toMatchObject({
        post_import_tasks: expect.arrayContaining([expect.objectContaining({ task: 'customer_email' })]),
      });
      const mails = () => readdirSync(join(folder, 'mail')).filter((name) => name.endsWith('.eml'));
      const customers = account['customers'];
      await expect
        .poll(() => mails().length, patiently)
        .toBe(Array.isArray(customers) ? customers.length : Number.NaN);
      const [name = ''] = mails();
      expect(readFileSync(join(folder, 'mail', name), 'utf8')).toContain(
        'From: Headrace <headrace@localhost>',
      );
    } finally {
      await headrace.stop();
    }
  });

  test('given a mail server, when an account is imported, then its customers have their e-mails there', async () => {
    const server = await openSmtp();
    const headrace = await start(
      testFolder(),
      '--smtp-url',
      server.url,
      '--mail-from',
      'Moves <moves@old.example>',
    );
    try {
      const client = await clientOf(headrace, 'two');
      const [account = {}] = goodAccounts(1, { importSupplier: import_supplier, seed: 2, prefix: 'two-' });
      expectStatus(await client.post(ACCOUNTS, account), 202);
      await expect.poll(() => server.delivered.length, patiently).toBeGreaterThan(0);
      expect(server.delivered[0]?.from).toBe('moves@old.example');
    } finally {
      await headrace.stop();
      await server.close();
    }
  });
});
