import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImporterStore } from '../../src/adapters/postgres/importer.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { accountNumberOf } from '../../src/importer/identifiers.js';
import type { AccountPayload, FinishedImport } from '../../src/importer/index.js';
import { runImports } from '../../src/importer/run-imports.js';
import {
  accept,
  acceptAgain,
  emptyTables,
  type ImporterFixture,
  journaled,
  openFixture,
  processes,
} from './database.js';
import { payload, recordingLog } from './support.js';

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
beforeEach(() => emptyTables(fixture.pool));
afterAll(() => fixture.database.drop());

const context = (encoder = fixture.catalogue) => ({ encoder, log: recordingLog().log, clock: Date.now });
const runBatch = (limit = 100, store = fixture.store) =>
  store.inBatch(limit, (batch) => runImports(batch, context()));
const withNumber = (number: string, more: Partial<AccountPayload> = {}) =>
  payload({ account: { number }, ...more });
const gasSupply = [{ market_name: 'gas', external_identifier: '123456', supply_start_date: '2026-03-01' }];

describe('given waiting imports, when a batch is run', () => {
  test('then each is complete with a number of its own, its events and its tasks', async () => {
    const ledgers = [{ number: 'L', opening_balance: -5 }];
    await accept(fixture.pool, { one: payload({ ledgers }), two: withNumber('A-MINE') });
    expect(await runBatch()).toBe(2);
    const [one, two] = await processes(fixture.pool);
    expect(one).toMatchObject({
      state: 'complete',
      account_number: expect.stringMatching(/^A-[0-9A-Z]{8}$/),
      error_code: null,
    });
    expect(two).toMatchObject({ state: 'complete', account_number: 'A-MINE' });
    const events = await journaled(fixture);
    const completions = events.filter((event) => event.type === 'data_import.import_process.complete');
    expect(completions.map((event) => event.data['identifier']).sort()).toEqual(
      [one?.account_number, 'A-MINE'].sort(),
    );
    expect(events.map((event) => event.causation_id).sort()).toEqual([
      ...Array(4).fill('accepted-one'),
      ...Array(3).fill('accepted-two'),
    ]);
    const { rows: tasks } = await fixture.pool.query('SELECT * FROM importer.post_import_tasks');
    const planned = events.find((event) => event.type === 'post_import.planned');
    expect(tasks).toMatchObject([
      { external_identifier: 'one', task: 'opening_balance', input: { ledgers }, causation_id: planned?.id },
    ]);
  });

  test('then no more are taken than the limit, oldest first', async () => {
    await accept(fixture.pool, { a: payload(), b: payload(), c: payload() });
    expect(await runBatch(2)).toBe(2);
    expect((await processes(fixture.pool)).map((row) => row.state)).toEqual([
      'complete',
      'complete',
      'waiting',
    ]);
  });

  test('then of two that give the same number the first has it and the other says so', async () => {
    await accept(fixture.pool, { first: withNumber('A-SAME'), second: withNumber('A-SAME') });
    await runBatch();
    expect(await processes(fixture.pool)).toMatchObject([
      { state: 'complete', account_number: 'A-SAME' },
      {
        state: 'error',
        account_number: null,
        error_code: 'account_number_unavailable',
        errors: [{ attr: 'account.number', detail: expect.any(String) }],
      },
    ]);
    await accept(fixture.pool, { later: withNumber('A-SAME') });
    await runBatch();
    expect((await processes(fixture.pool)).at(-1)).toMatchObject({
      error_code: 'account_number_unavailable',
    });
  });

  test('then one that fails holds no number: another can have it, and so can its next attempt', async () => {
    await fixture.pool.query(`UPDATE intake.import_suppliers SET supplier_mpids = '{"electricity": "ELEC"}'`);
    try {
      await accept(fixture.pool, { failing: withNumber('A-FREE', { supply_points: gasSupply }) });
      await runBatch();
      expect(await processes(fixture.pool)).toMatchObject([
        { state: 'error', errors: [{ code: 'supplier_mpid_missing', attr: 'supply_points.0.market_name' }] },
      ]);
      await acceptAgain(fixture.pool, 'failing', withNumber('A-FREE'));
      await runBatch();
      expect(await processes(fixture.pool)).toMatchObject([
        { state: 'complete', attempt: 2, account_number: 'A-FREE', error_code: null },
      ]);
      await accept(fixture.pool, { both: withNumber('A-FREE', { supply_points: gasSupply }) });
      await runBatch();
      const codes = (await processes(fixture.pool)).at(-1)?.errors?.map((error) => error.code);
      expect(codes).toEqual(['account_number_unavailable', 'supplier_mpid_missing']);
    } finally {
      await fixture.pool.query(
        `UPDATE intake.import_suppliers SET supplier_mpids = '{"electricity": "ELEC", "gas": "GASX"}'`,
      );
    }
  });

  test('then it names the configuration of the supplier that it ran with', async () => {
    const { pool } = fixture;
    const kept = async () => {
      const { rows } = await pool.query<{ ran_with: number; newest: number }>(
        `SELECT p.supplier_revision AS ran_with, s.revision AS newest FROM intake.import_processes p
         JOIN intake.import_suppliers s USING (organisation, import_supplier)
         WHERE external_identifier = 'configured'`,
      );
      return rows[0];
    };
    await accept(pool, { configured: payload() });
    await pool.query('UPDATE intake.import_suppliers SET expiry_window_days = expiry_window_days + 1');
    await runBatch();
    const ran = await kept();
    expect(ran?.ran_with).toBe(ran?.newest);
    await pool.query('UPDATE intake.import_suppliers SET expiry_window_days = expiry_window_days + 1');
    expect(await kept()).toEqual({ ran_with: ran?.newest, newest: (ran?.newest ?? 0) + 1 });
  });

  test('then a number that is made passes over those that payloads gave', async () => {
    const { rows } = await fixture.pool.query<{ next: number }>(
      `SELECT nextval('importer.account_number') + 1 AS next`,
    );
    const next = rows[0]?.next ?? 0;
    await accept(fixture.pool, {
      squatter: withNumber(accountNumberOf(next)),
      another: withNumber(accountNumberOf(next + 1)),
      plain: payload(),
    });
    await runBatch();
    const numbers = (await processes(fixture.pool)).map((row) => row.account_number);
    expect(numbers).toEqual([accountNumberOf(next), accountNumberOf(next + 1), accountNumberOf(next + 2)]);
  });

  test('then one that cannot be run ends in an error of ours, is logged, and others go on', async () => {
    const broken: AccountPayload = JSON.parse('{"account": {}}');
    const unencodable = payload({ metadata: JSON.parse('[{"key": "k", "value": 7}]') });
    await accept(fixture.pool, { broken, fine: payload(), unencodable, same: withNumber('A-HELD') });
    const { log, lines } = recordingLog();
    await fixture.store.inBatch(100, (batch) =>
      runImports(batch, { encoder: fixture.catalogue, log, clock: Date.now }),
    );
    expect((await processes(fixture.pool)).map((row) => row.error_code ?? row.state)).toEqual([
      'internal_import_error',
      'complete',
      'internal_import_error',
      'complete',
    ]);
    expect(lines.map((line) => line.level)).toEqual(['error', 'error']);
    expect(lines[0]?.facts).toMatchObject({ err: expect.any(Error), externalIdentifier: 'broken' });
  });
});

describe('given a fault before the commit', () => {
  /** A store that has everything written and not yet committed when it calls `fault`. */
  const storeWith = (fault: () => Promise<void>, pool = fixture.pool) =>
    createImporterStore(pool, {
      ...fixture.journal,
      async commitWith(client, events) {
        await fault();
        return fixture.journal.commitWith(client, events);
      },
    });

  test('when the work throws, then nothing of it is left and the imports wait as before', async () => {
    await accept(fixture.pool, { one: payload(), two: withNumber('A-X') });
    const throwing = storeWith(() => Promise.reject(new Error('before the commit')));
    await expect(runBatch(100, throwing)).rejects.toThrow('before the commit');
    await expectUntouched(2);
    await runBatch();
    expect((await processes(fixture.pool)).map((row) => row.state)).toEqual(['complete', 'complete']);
  });

  test('when the connection is cut, then nothing is half done and the claim is free at once', async () => {
    await accept(fixture.pool, { one: payload(), two: withNumber('A-X') });
    const pool = createPool(fixture.database.url, {
      max: 1,
      applicationName: 'doomed',
      onIdleError: () => {},
    });
    const doomed = storeWith(async () => {
      await fixture.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'doomed' AND datname = current_database()`,
      );
    }, pool);
    await expect(runBatch(100, doomed)).rejects.toThrow();
    await expectUntouched(2);
    expect(await runBatch()).toBe(2);
    expect((await processes(fixture.pool)).map((row) => row.state)).toEqual(['complete', 'complete']);
    await pool.end();
  });

  test('when a statement finds another number of rows than it must, then the batch is given up', async () => {
    await accept(fixture.pool, { one: payload() });
    const twice = fixture.store.inBatch(100, (batch) => {
      const finish = (finished: readonly FinishedImport[]) => batch.finish([...finished, ...finished]);
      return runImports({ ...batch, finish }, context());
    });
    await expect(twice).rejects.toThrow('import processes finished: 1 rows instead of 2');
    await expectUntouched(1);
  });

  async function expectUntouched(waiting: number): Promise<void> {
    expect((await processes(fixture.pool)).map((row) => row.state)).toEqual(Array(waiting).fill('waiting'));
    expect(await journaled(fixture)).toEqual([]);
    const { rows } = await fixture.pool.query('SELECT FROM importer.account_numbers');
    expect(rows).toEqual([]);
  }
});

test('given two that want one number at the same time, then the later waits and finds it taken', async () => {
  await accept(fixture.pool, { a: withNumber('A-RACE'), b: withNumber('A-RACE') });
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = runBatch(
    1,
    createImporterStore(fixture.pool, {
      ...fixture.journal,
      async commitWith(client, events) {
        await opened;
        return fixture.journal.commitWith(client, events);
      },
    }),
  );
  await waitUntil(
    `SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
  );
  const second = runBatch(1);
  await waitUntil(`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`);
  open();
  await Promise.all([first, second]);
  expect((await processes(fixture.pool)).map((row) => row.error_code ?? row.state)).toEqual([
    'complete',
    'account_number_unavailable',
  ]);
});

test('given a number whose holder gives up, then the one that waited for it gets it', async () => {
  await accept(fixture.pool, { b: withNumber('A-RACE') });
  let second: Promise<number> = Promise.resolve(0);
  await inTransaction(fixture.pool, async (client) => {
    await client.query(`INSERT INTO importer.account_numbers VALUES ('A-RACE', 'org', 'account', 'gone')`);
    second = runBatch(1);
    await waitUntil(`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`);
    throw new Error('given up');
  }).catch(() => {});
  await second;
  expect(await processes(fixture.pool)).toMatchObject([{ state: 'complete', account_number: 'A-RACE' }]);
});

async function waitUntil(sql: string): Promise<void> {
  while ((await fixture.pool.query(sql)).rowCount === 0)
    await new Promise((resume) => setTimeout(resume, 10));
}
