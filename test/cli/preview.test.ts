import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { schemaOf } from '../../src/adapters/postgres/projection-definition.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { readConfig } from '../../src/config.js';
import { type EventToAppend, formatPositions, type Position } from '../../src/event/index.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { loadProjections, PREVIEW_VERSION } from '../../src/projector/index.js';
import { projectionsFolder } from '../../src/start/house.js';
import { envelope } from '../support/events.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { liveVersions } from '../support/read-models.js';
import { headrace } from './headrace.js';

const PATIENCE = { timeout: 60_000 };
const tables = schemaOf({ name: 'account-state', version: liveVersions['account-state'] });
const catalogue = await loadCatalogue();

function accountEvent(account: string, isImported = true): EventToAppend {
  return {
    envelope: envelope({ type: 'account.created', key: account, subject: `account/${account}` }),
    payload: catalogue.encode('account.created', 'v1', {
      account_number: account,
      account_user_emails: [],
      is_imported: isImported,
    }),
  };
}

describe('headrace projections preview', () => {
  let database: TestDatabase;
  let journal: JournalWriter;
  let service: Headrace;
  const rows = async (sql: string) => (await database.pool.query(sql)).rows;
  const append = (...events: EventToAppend[]) =>
    inTransaction(database.pool, (client) => journal.commitWith(client, events));
  const places = async () =>
    formatPositions(
      (await rows(
        'SELECT partition, last_sequence AS sequence FROM journal.partitions ORDER BY 1',
      )) as Position[],
    );
  const preview = async (...args: string[]) => {
    const ran = await headrace(database.url, 'projections', 'preview', 'account-state', '--json', ...args);
    return {
      code: ran.code,
      stderr: ran.stderr,
      result: ran.stdout === '' ? undefined : JSON.parse(ran.stdout)[0],
    };
  };
  const remains = () =>
    rows(`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'account_state_v${PREVIEW_VERSION}%'
      UNION ALL SELECT projection FROM projector.projections WHERE version = ${PREVIEW_VERSION}`);
  const positions = () =>
    rows(
      `SELECT partition, sequence, revision FROM projector.positions WHERE projection = 'account-state' ORDER BY 1`,
    );

  let middle = '';
  beforeAll(async () => {
    database = await createTestDatabase();
    journal = await openJournal(database.pool, 2);
    const flags = [
      '--port',
      '0',
      '--data',
      testFolder(),
      '--database-url',
      database.url,
      '--roles',
      'projector',
    ];
    service = await startHeadrace(readConfig(flags, {}), { logger: pino({ level: 'silent' }) });
    await append(...['A-1', 'A-2', 'A-3', 'A-4'].map((account) => accountEvent(account)));
    middle = await places();
    await append(
      accountEvent('A-1', false),
      ...['B-1', 'B-2', 'B-3'].map((account) => accountEvent(account)),
    );
  });
  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it(
    'given nothing that differs, then says so, leaves nothing behind, and live positions as they are',
    PATIENCE,
    async () => {
      await expect
        .poll(() => rows('SELECT account_number FROM read_model.accounts'), PATIENCE)
        .toHaveLength(7);
      const before = await positions();
      const { code, result } = await preview();
      expect(result).toMatchObject({ differences: 0, parked: 0, leftOut: {} });
      expect(result.relations.map(({ kind }: { kind: string }) => kind)).toContain('view');
      expect(code).toBe(0);
      expect(await remains()).toEqual([]);
      expect(await positions()).toEqual(before);
    },
  );

  it(
    'given a slice, then only rows that lie in it are compared, by column, whatever has come since',
    PATIENCE,
    async () => {
      await database.pool.query(
        `UPDATE ${tables}.accounts SET is_imported = false WHERE account_number IN ('A-2', 'B-1');
       DELETE FROM ${tables}.accounts WHERE account_number = 'B-2'`,
      );
      await append(accountEvent('B-3', false));
      const { code, result } = await preview('--from', middle, '--to', await places());
      const of = (name: string, { relations } = result) =>
        relations.find((relation: { name: string }) => relation.name === name);
      // A-1 has a past before the slice, and of nothing is in it.
      expect(of('accounts')).toMatchObject({
        onlyLive: 0,
        onlyNext: 1,
        differing: 1,
        columns: { is_imported: 1 },
      });
      expect(result.leftOut.accounts).toBe(4);
      expect(code).toBe(1);
      const wider = await preview('--to', middle);
      // A-1 was changed behind the slice; A-2 is as somebody made it.
      expect(of('accounts', wider.result)).toMatchObject({
        name: 'accounts',
        differing: 1,
        onlyLive: 0,
        onlyNext: 0,
      });
      expect(wider.result.leftOut.accounts).toBe(4);
      expect(await remains()).toEqual([]);
    },
  );

  it(
    'given what a killed preview left, then it is cleared away; given another under way, then refused',
    PATIENCE,
    async () => {
      const projection = (await loadProjections(projectionsFolder)).find(
        ({ name }) => name === 'account-state',
      );
      if (!projection) throw new Error('account-state is gone');
      const scratch = { ...projection, version: PREVIEW_VERSION };
      await createProjectionStore(database.pool, projectionsFolder).ensure(scratch);
      await database.pool.query(
        `INSERT INTO account_state_v${PREVIEW_VERSION}.accounts (account_number) VALUES ('X')`,
      );
      const client = await database.pool.connect();
      try {
        await client.query(
          "SELECT pg_advisory_lock(hashtext('headrace preview'), hashtext('account-state'))",
        );
        expect(await preview()).toMatchObject({ code: 1, stderr: expect.stringContaining('under way') });
      } finally {
        client.release(true);
      }
      const { result } = await preview();
      expect(JSON.stringify(result)).not.toContain('"X"');
      expect(await remains()).toEqual([]);
    },
  );

  it('given events that cannot be applied, or places that are none, then says so', PATIENCE, async () => {
    await append({ ...accountEvent('C-1'), payload: Buffer.from('poison') });
    await expect
      .poll(
        () => rows("SELECT key FROM projector.parked_events WHERE projection = 'account-state'"),
        PATIENCE,
      )
      .toHaveLength(1);
    expect((await preview()).result).toMatchObject({ parked: 1 });
    expect(await preview('--from', 'yesterday')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--from yesterday: it must be'),
    });
    expect(await remains()).toEqual([]);
  });
});
