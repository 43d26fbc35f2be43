import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/adapters/http/index.js';
import { createIntakeStore } from '../../src/adapters/postgres/intake.js';
import { createRedriveDesk } from '../../src/adapters/postgres/intake-redrives.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { fileSpools } from '../../src/adapters/spool/index.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { faultsOf } from '../../src/importer/index.js';
import { createApiKey, createAuthenticator, intakePlugin, redrivePlugin } from '../../src/intake/index.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { type Caller, callerOf, tokenOf } from './house.js';

const PATH = '/v1/operator/redrives/';

describe('requests about parked events', () => {
  let database: TestDatabase;
  let operator: Caller;
  let anonymous: Caller;
  let close: () => Promise<void>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { pool } = database;
    const store = createIntakeStore(pool, await openJournal(pool, 2));
    const authenticator = createAuthenticator(store);
    const catalogue = await loadCatalogue();
    const openSpool = fileSpools(testFolder());
    const server = await createServer({
      logger: pino({ level: 'silent' }),
      plugins: [
        intakePlugin({ store, catalogue, authenticator, introspection: false, foresee: faultsOf, openSpool }),
        redrivePlugin(createRedriveDesk(pool), authenticator),
      ],
      readiness: {},
    });
    const made = await createApiKey(store, { organisation: null, label: 'test', scopes: ['operate'] });
    if (made === 'no_organisation') throw new Error('an operator belongs to none');
    operator = callerOf(server, await tokenOf(server, made.secret));
    anonymous = callerOf(server, undefined);
    close = () => server.close();
    await pool.query(`
      INSERT INTO projector.projections (projection, version, tables_sha256) VALUES ('things', 3, '');
      INSERT INTO projector.live_versions (projection, version) VALUES ('things', 3);
      INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
          event_version, reason, detail, payload, envelope, appended_at, attempts)
        SELECT 'things', 3, 0, n, 'key-' || n % 4, 'id', 'thing.said', 'v1', 'fold_failed', '', '', '{}', now(),
          CASE n % 4 WHEN 3 THEN 3 ELSE 0 END
        FROM generate_series(1, 12) n`);
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });

  test('given a request, then it is queued for the keys that have not failed too often, and can be looked at', async () => {
    const answer = await operator.post(PATH, { projection: 'things' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      projection: 'things',
      version: 3,
      action: 'redrive',
      keys: 3,
      pending: 3,
    });
    const location = String(answer.headers['location']);
    expect(location).toBe(`${PATH}${answer.body['redrive']}/`);
    expect((await operator.get(location)).body).toEqual(answer.body);
    const cancelled = await operator.remove(location);
    expect(cancelled.body).toMatchObject({ pending: 0, cancelled: 3 });
  });

  test('given keys by name, a limit or a reason, then only those are taken', async () => {
    const named = await operator.post(PATH, { projection: 'things', keys: ['key-3'], dry_run: true });
    expect(named.body).toMatchObject({ keys: 1, dry_run: true });
    expect((await operator.post(PATH, { projection: 'things', limit: 2 })).body).toMatchObject({ keys: 2 });
    expect((await operator.post(PATH, { projection: 'things', reason: 'other' })).body).toMatchObject({
      keys: 0,
    });
    const given_up = await operator.post(PATH, { projection: 'things', action: 'discard', keys: ['key-0'] });
    expect(given_up.body).toMatchObject({ action: 'discard', keys: 1, pending: 1 });
  });

  test('given what is not there, or no right to ask, then it is refused', async () => {
    expect(await operator.post(PATH, { projection: 'nothing' })).toMatchObject({ status: 404 });
    expect(await operator.get(`${PATH}999999/`)).toMatchObject({ status: 404 });
    expect(await operator.get(`${PATH}first/`)).toMatchObject({ status: 404 });
    expect(await operator.post(PATH, { projection: 'things', action: 'forget', all: true })).toMatchObject({
      status: 400,
      body: { code: 'failed_validation', errors: [{ attr: 'all' }, { attr: 'action' }] },
    });
    expect(await anonymous.post(PATH, { projection: 'things' })).toMatchObject({ status: 401 });
  });
});
