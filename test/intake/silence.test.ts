import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool, type Pool } from '../../src/adapters/postgres/pool.js';
import { cutWhenSilent } from '../../src/adapters/postgres/silence.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

const SILENCE_MS = 300;

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, {
    max: 1,
    applicationName: 'silent',
    timed: 'connection',
    onIdleError: () => {},
  });
  pool.on('connect', (client) => cutWhenSilent(client, SILENCE_MS));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const backend = async () =>
  (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

it('given a query that is not answered, when the connection was silent for too long, then it fails and the next has another connection', async () => {
  const before = await backend();

  await expect(pool.query('SELECT pg_sleep(1.5)')).rejects.toThrow(/no answer on this connection/);

  expect(await backend()).not.toBe(before);
});

it('given nothing is asked, when the connection is silent for longer, then it stays and still notices the next silence', async () => {
  const before = await backend();
  await sleep(3 * SILENCE_MS);

  expect(await backend()).toBe(before);
  await sleep(3 * SILENCE_MS);
  await expect(pool.query('SELECT pg_sleep(1.5)')).rejects.toThrow(/no answer on this connection/);
});
