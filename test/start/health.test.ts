import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

describe('GET /health/ready', () => {
  let database: TestDatabase;
  const started: Headrace[] = [];
  const start = async (roles: string) => {
    const settings = [
      '--port',
      '0',
      '--data',
      testFolder(),
      '--database-url',
      database.url,
      '--roles',
      roles,
    ];
    const house = await startHeadrace(readConfig(settings, {}), { logger: pino({ level: 'silent' }) });
    started.push(house);
    return house;
  };
  const ready = async ({ url }: Headrace) => {
    const answer = await fetch(`${url}/health/ready`);
    const body: unknown = await answer.json();
    return { status: answer.status, body };
  };
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => Promise.all(started.splice(0).map((house) => house.stop())));
  afterAll(() => database.drop());

  test('given a projector whose tables are gone, then it says why it pauses; who also serves requests is still ready', async () => {
    const alone = await start('projector');
    expect(await ready(alone)).toEqual({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok' }, roles: { projector: { state: 'running' } } },
    });
    const intake = await start('intake');
    await database.pool.query('ALTER TABLE projector.positions RENAME TO lost');
    await prepareImport(await connect(intake.url, await intake.createOperatorKey('test')));
    const paused = { projector: { state: 'paused', reason: '42P01' } };
    await expect
      .poll(() => ready(alone), { timeout: 20_000 })
      .toEqual({
        status: 503,
        body: { status: 'not_ready', checks: { database: 'ok' }, roles: paused },
      });
    await database.pool.query('ALTER TABLE projector.lost RENAME TO positions');
    await expect
      .poll(() => ready(alone), { timeout: 20_000 })
      .toMatchObject({ status: 200, body: { roles: { projector: { state: 'running' } } } });
  });

  test('given a process that serves requests, when another of its roles pauses, then it says so and is ready', async () => {
    const house = await start('intake,importer');
    await database.pool.query('ALTER TABLE importer.post_import_tasks RENAME TO lost');
    await expect
      .poll(() => ready(house), { timeout: 20_000 })
      .toEqual({
        status: 200,
        body: {
          status: 'ready',
          checks: { database: 'ok' },
          roles: { intake: { state: 'running' }, importer: { state: 'paused', reason: '42P01' } },
        },
      });
    await database.pool.query('ALTER TABLE importer.lost RENAME TO post_import_tasks');
    await expect
      .poll(() => ready(house), { timeout: 20_000 })
      .toMatchObject({ status: 200, body: { roles: { importer: { state: 'running' } } } });
  });
});
