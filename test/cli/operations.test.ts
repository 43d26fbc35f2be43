import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { schemaOf } from '../../src/adapters/postgres/projection-definition.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { readConfig } from '../../src/config.js';
import type { EventToAppend } from '../../src/event/index.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { envelope } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { liveVersions } from '../support/read-models.js';
import { headrace, headraceProcess } from './headrace.js';

/** A command loads the catalogue anew; as a process of its own it takes seconds to start on a busy machine. */
const PATIENCE = { timeout: 120_000 };

/** The version that is checked out, and its tables. */
const own = liveVersions['account-state'];
const ownSchema = schemaOf({ name: 'account-state', version: own });

const catalogue = await loadCatalogue();

const PARKED = "SELECT key FROM projector.parked_events WHERE projection = 'account-state'";

function accountCreated(account: string, isPoison = false): EventToAppend {
  const about = envelope({ type: 'account.created', key: account, subject: `account/${account}` });
  const payload = catalogue.encode('account.created', 'v1', {
    account_number: account,
    account_user_emails: [],
    is_imported: true,
  });
  return { envelope: about, payload: isPoison ? Buffer.from('poison') : payload };
}

describe('the command line of operators', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  let service: Headrace;
  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 2);
    const flags = ['--port', '0', '--data', testFolder(), '--database-url', database.url];
    service = await startHeadrace(readConfig(flags, {}), { logger: pino({ level: 'silent' }) });
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  const run = (...args: string[]) => headrace(database.url, ...args);
  const rows = async (sql: string) => (await database.pool.query(sql)).rows;
  const append = (...events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));

  it(
    'given a parked event, then it can be seen, tried, redriven after the fix, and given up',
    PATIENCE,
    async () => {
      await append(accountCreated('A-1'), accountCreated('A-2', true), accountCreated('A-3', true));
      await expect.poll(() => rows(PARKED), PATIENCE).toHaveLength(2);

      const listed = await headraceProcess(database.url, 'parked', 'list');
      expect(listed).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`account-state v${own} +│ A-2 .*account\\.created`)),
      });
      const shown = JSON.parse((await run('parked', 'show', 'account-state', '--key', 'A-2')).stdout);
      expect(shown).toMatchObject([
        {
          key: 'A-2',
          payload_hex: Buffer.from('poison').toString('hex'),
          decoding_fails: expect.any(String),
        },
      ]);

      const planned = await run('parked', 'redrive', 'account-state', '--key', 'A-2', '--plan');
      expect(planned).toMatchObject({ code: 0, stdout: expect.stringContaining('1 keys, 1 events') });
      const failed = await run('parked', 'redrive', 'account-state', '--key', 'A-2');
      expect(failed).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/1 failed again and stay parked/),
      });

      // What a new version of the code would do: it reads these bytes.
      const { payload } = accountCreated('A-2');
      await database.pool.query("UPDATE projector.parked_events SET payload = $1 WHERE key = 'A-2'", [
        payload,
      ]);
      const tried = await run('parked', 'redrive', 'account-state', '--dry-run', '--json', '--key', 'A-2');
      expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true, done: 1, events: 1 });
      expect(await rows("SELECT FROM read_model.accounts WHERE account_number = 'A-2'")).toEqual([]);
      const redriven = await run('parked', 'redrive', 'account-state', '--key', 'A-2');
      expect(redriven).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/of 1 keys 1 done; 1 events applied/),
      });
      expect(
        await rows("SELECT account_number FROM read_model.accounts WHERE account_number = 'A-2'"),
      ).toHaveLength(1);

      expect(await run('parked', 'discard', 'account-state')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('say what to discard'),
      });
      expect(await run('parked', 'discard', 'account-state', '--key', 'A-3')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('say so with --yes'),
      });
      expect(await run('parked', 'discard', 'account-state', '--key', 'A-3', '--yes')).toMatchObject({
        code: 0,
      });
      expect(await run('parked', 'list', 'account-state')).toMatchObject({
        code: 0,
        stdout: 'Nothing is parked.\n',
      });
    },
  );

  it(
    'given another version live, then the one checked out is rebuilt, compared, promoted and rolled back from',
    PATIENCE,
    async () => {
      await append(...Array.from({ length: 500 }, (_, n) => accountCreated(`B-${n}`)));
      const counted = () => rows("SELECT count(*) FROM read_model.accounts WHERE account_number LIKE 'B-%'");
      await expect.poll(counted, PATIENCE).toEqual([{ count: 500 }]);
      await service.stop();
      // As if the tables had been made by version 77, of another checkout.
      await database.pool.query(`
      ALTER SCHEMA ${ownSchema} RENAME TO account_state_v77;
      INSERT INTO projector.projections (projection, version, tables_sha256, views_sha256, definition, views_sql)
        SELECT projection, 77, tables_sha256, views_sha256, definition, views_sql FROM projector.projections WHERE projection = 'account-state';
      UPDATE projector.positions SET version = 77 WHERE projection = 'account-state';
      UPDATE projector.live_versions SET version = 77 WHERE projection = 'account-state';
      DELETE FROM projector.projections WHERE projection = 'account-state' AND version = ${own}`);

      expect(await headraceProcess(database.url, 'projections', 'rebuild', 'nothing')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('there is no projection nothing'),
      });
      const rebuilt = await run('projections', 'rebuild', 'account-state');
      expect(rebuilt).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`v${own} of account-state has applied all 503 events`)),
      });
      expect(rebuilt.stderr).toMatch(new RegExp(`account-state v${own} \\d+/503`));
      // A-3 was given up by the other version, and is parked in this one; A-2 is decoded from the log, where it is poison.
      const verified = await run('projections', 'verify', 'account-state');
      expect(verified).toMatchObject({ code: 1, stdout: expect.stringMatching(/A-2: only in v77/) });
      await database.pool.query("DELETE FROM account_state_v77.accounts WHERE account_number = 'A-2'");
      expect(await run('projections', 'verify', 'account-state')).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/No difference in \d+ rows/),
      });

      expect(await run('projections', 'promote', 'account-state')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`v${own} is shown now, in place of v77`),
      });
      expect(await counted()).toEqual([{ count: 500 }]);
      const status = JSON.parse((await run('projections', 'status', 'account-state', '--json')).stdout);
      expect(status).toMatchObject([
        { version: 77, role: 'previous', applied: 503, total: 503, fed_by: null },
        { version: own, role: 'live', applied: 503, parked: 2 },
      ]);
      expect(await run('projections', 'rollback', 'account-state')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('v77 is shown again'),
      });
      expect(await run('projections', 'promote', 'account-state')).toMatchObject({ code: 0 });
      expect(await run('projections', 'retire', 'account-state', '77', '--yes')).toMatchObject({ code: 0 });
      expect((await run('projections', 'status')).stdout).toMatch(/v77 retired/);
      expect(await run('projections', 'rebuild', 'account-state')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is the live one'),
      });
    },
  );
});
