import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connect, expectStatus } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { goodAccounts } from '../support/accounts.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { parseExposition, seriesValue } from './exposition.js';

describe('GET /metrics', () => {
  let database: TestDatabase;
  let house: Headrace | undefined;
  const start = async (...flags: string[]) => {
    const settings = ['--port', '0', '--data', testFolder(), '--database-url', database.url, ...flags];
    house = await startHeadrace(readConfig(settings, {}), { logger: pino({ level: 'silent' }) });
    return house;
  };
  const scrape = async ({ url }: Headrace) => {
    const answer = await fetch(`${url}/metrics`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4; charset=utf-8$/);
    return parseExposition(await answer.text());
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await house?.stop();
    house = undefined;
  });
  afterAll(() => database.drop());

  it('given imports that run, then what is counted moves, and nobody is named', async () => {
    const running = await start();
    const operator = await connect(running.url, await running.createOperatorKey('test'));
    const { apiKey, importSupplier } = await prepareImport(operator);
    const client = await connect(running.url, apiKey);
    const before = await scrape(running);
    const accounts = goodAccounts(5, { importSupplier, seed: 7, prefix: 'metrics-' });
    for (const account of accounts) {
      expectStatus(await client.post('/v1/data-import/accounts/', account), 202);
    }
    expectStatus(await client.post('/v1/data-import/accounts/', { import_supplier: importSupplier }), 400);
    expectStatus(await client.get('/v1/data-import/accounts/metrics-none/'), 404);
    await client.get(`/v1/query/${'x'.repeat(50)}`);
    // Some of the generated accounts end in error: what they ask for is not set up here.
    const ended = async () => {
      const samples = await scrape(running);
      const of = (state: string) => seriesValue(samples, 'headrace_imports', { state }) ?? 0;
      return { waiting: of('waiting'), ended: of('complete') + of('error') };
    };
    await expect.poll(ended, { timeout: 20_000, interval: 500 }).toEqual({ waiting: 0, ended: 5 });
    const after = await scrape(running);
    expect(seriesValue(after, 'headrace_imports_accepted_total', { resource_type: 'account' })).toBe(5);
    expect(seriesValue(after, 'headrace_imports_refused_total', { resource_type: 'account' })).toBe(1);
    expect(seriesValue(after, 'headrace_imports_waiting_age_seconds')).toBe(0);
    const total = (samples: typeof after, name: string, labels: Record<string, string> = {}) =>
      samples
        .filter(
          (one) => one.name === name && Object.entries(labels).every(([key, v]) => one.labels[key] === v),
        )
        .reduce((sum, { value }) => sum + value, 0);
    const appended = total(after, 'headrace_journal_events_total');
    expect(appended).toBeGreaterThan(total(before, 'headrace_journal_events_total') + 10);
    const ours = { projection: 'import-progress' };
    const applied = total(after, 'headrace_projection_applied_events_total', ours);
    // One snapshot: so they fit, also while more is appended.
    expect(applied + total(after, 'headrace_projection_behind_events', ours)).toBe(appended);
    expect(applied).toBeGreaterThanOrEqual(10);
    expect(total(after, 'headrace_projection_state', { ...ours, state: 'running' })).toBe(6);
    const requests = 'http_request_duration_seconds_count';
    const route = '/v1/data-import/accounts/';
    expect(seriesValue(after, requests, { method: 'POST', route, status: '202' })).toBe(5);
    expect(seriesValue(after, requests, { method: 'POST', route, status: '400' })).toBe(1);
    expect(seriesValue(after, requests, { route: 'unknown', status: '404' })).toBe(1);
    const labels = JSON.stringify(after.map((sample) => sample.labels));
    for (const secret of ['metrics-', 'xxxx', importSupplier, apiKey]) expect(labels).not.toContain(secret);
  });

  it('given a process of one role on a new database, then what is not made yet is not told', async () => {
    const fresh = await createTestDatabase();
    const settings = [
      '--port',
      '0',
      '--data',
      testFolder(),
      '--database-url',
      fresh.url,
      '--roles',
      'intake',
    ];
    house = await startHeadrace(readConfig(settings, {}), { logger: pino({ level: 'silent' }) });
    const samples = await scrape(house);
    expect(seriesValue(samples, 'headrace_metrics_source_up', { source: 'database' })).toBe(1);
    expect(seriesValue(samples, 'headrace_imports', { state: 'complete' })).toBeUndefined();
    expect(samples.filter(({ name }) => name === 'headrace_journal_events_total')).toHaveLength(6);
    await house.stop();
    await fresh.drop();
  });

  it('given that it is turned off, then there is no such thing', async () => {
    const { url } = await start('--metrics', 'false');
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
  });
});
