import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImporterStore } from '../../src/adapters/postgres/importer.js';
import type { ImporterStore } from '../../src/importer/index.js';
import { runOrders } from '../../src/importer/orders/run-orders.js';
import { runImports } from '../../src/importer/run-imports.js';
import { accept, emptyTables, type ImporterFixture, journaled, openFixture, processes } from './database.js';
import { acceptOrders, joinOrder, leaveOrder, orderOf } from './orders.js';
import { payload, recordingLog } from './support.js';

const DAY_MS = 24 * 3_600_000;

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openFixture();
  await fixture.pool.query(`INSERT INTO intake.organisations (organisation, name) VALUES ('other', 'Other')`);
  await fixture.pool.query(
    `INSERT INTO intake.import_suppliers (organisation, import_supplier, status, root_location)
     VALUES ('other', 'cohort', 'ongoing', '/other')`,
  );
});
beforeEach(() => emptyTables(fixture.pool));
afterAll(() => fixture.database.drop());

const context = (now = Date.now(), encoder = fixture.catalogue) => ({
  encoder,
  log: recordingLog().log,
  clock: () => now,
});
/** Looks at all orders that are due. */
const look = (now = Date.now() + 1, store: ImporterStore = fixture.store) =>
  store.inOrderBatch(100, now, (batch) => runOrders(batch, now, context(now)));
const runAccounts = (now = Date.now(), store: ImporterStore = fixture.store) =>
  store.inBatch(100, (batch) => runImports(batch, context(now)));
const told = async (prefix: string) =>
  (await journaled(fixture)).filter(({ type }) => type.startsWith(prefix));

describe('given an order whose account is not there', () => {
  test('when the account is imported, then the order is due at once and completes', async () => {
    await acceptOrders(fixture.pool, { o: joinOrder });
    expect(await look()).toBe(1);
    expect(await orderOf(fixture.pool, 'o')).toMatchObject({ state: 'waiting', process_number: null });
    expect((await orderOf(fixture.pool, 'o')).waitMs).toBeGreaterThan(500);
    expect(await look()).toBe(0);
    await accept(fixture.pool, { ext: payload({ account: { number: 'A-1' } }) });
    await runAccounts();
    expect(await look()).toBe(1);
    const row = await orderOf(fixture.pool, 'o');
    expect(row).toMatchObject({ state: 'complete', account_number: 'A-1', error_code: null });
    const [requested] = await told('lifecycle.');
    expect(requested).toMatchObject({
      type: 'lifecycle.join-supplier.requested',
      key: 'A-1',
      causation_id: 'accepted-o',
      correlation_id: 'request-o',
      data: { join_supplier_process_number: row.process_number },
    });
    expect(await told('data_import.order_process')).toMatchObject([
      {
        type: 'data_import.order_process.complete',
        key: 'org/order/o',
        data: { external_order_id: 'o', process_id: row.process_number },
      },
    ]);
    expect(await look()).toBe(0);
  });

  test('when an account gets the number it names, then it completes, and others wait on', async () => {
    await acceptOrders(fixture.pool, { mine: leaveOrder, elsewhere: joinOrder });
    await look();
    await accept(fixture.pool, { someone: payload({ account: { number: 'A-1' } }) });
    await runAccounts();
    expect(await look()).toBe(1);
    expect(await orderOf(fixture.pool, 'mine')).toMatchObject({ state: 'complete', account_number: 'A-1' });
    expect(await orderOf(fixture.pool, 'elsewhere')).toMatchObject({ state: 'waiting' });
  });

  test('when another organisation has that number or identifier, then it waits on', async () => {
    await acceptOrders(fixture.pool, { byName: joinOrder, byNumber: leaveOrder }, 'other');
    await accept(fixture.pool, { ext: payload({ account: { number: 'A-1' } }) });
    await runAccounts();
    expect(await look()).toBe(2);
    expect(await told('lifecycle.')).toEqual([]);
  });

  test('when the account fails, then it waits for its next attempt', async () => {
    await acceptOrders(fixture.pool, { o: joinOrder });
    await fixture.pool.query(
      `INSERT INTO importer.account_numbers VALUES ('A-HELD', 'other', 'account', 'theirs')`,
    );
    await accept(fixture.pool, { ext: payload({ account: { number: 'A-HELD' } }) });
    await runAccounts();
    await look();
    expect(await orderOf(fixture.pool, 'o')).toMatchObject({ state: 'waiting' });
  });

  test('when its window ends, then it is cancelled and says when that was', async () => {
    await acceptOrders(fixture.pool, { o: joinOrder });
    const { rows } = await fixture.pool.query<{ at: Date }>(
      `SELECT expiry_window_end AS at FROM intake.import_processes`,
    );
    const end = rows[0]?.at ?? new Date(Number.NaN);
    await look(end.getTime() - 1);
    expect(await orderOf(fixture.pool, 'o')).toMatchObject({ state: 'waiting' });
    expect(await look(end.getTime())).toBe(1);
    expect(await orderOf(fixture.pool, 'o')).toMatchObject({
      state: 'cancelled',
      cancelled_because: 'expired',
    });
    expect(await told('data_import.')).toMatchObject([
      {
        type: 'data_import.order_process.cancelled',
        data: { external_order_id: 'o', expiry_window_end: end.toISOString() },
      },
    ]);
  });
});

describe('given an account that waits when its window ends', () => {
  test('then it is cancelled, makes no account, and leaves its number to others', async () => {
    await accept(fixture.pool, { late: payload({ account: { number: 'A-1' } }), fresh: payload() });
    await fixture.pool.query(
      `UPDATE intake.import_processes SET expiry_window_end = now() + interval '60 days'
       WHERE external_identifier = 'fresh'`,
    );
    expect(await runAccounts(Date.now() + 31 * DAY_MS)).toBe(2);
    expect(await processes(fixture.pool)).toMatchObject([
      { state: 'cancelled', account_number: null, error_code: null },
      { state: 'complete' },
    ]);
    const [cancelled] = await told('data_import.import_process.cancelled');
    expect(cancelled).toMatchObject({
      key: 'org/account/late',
      causation_id: 'accepted-late',
      data: { external_identifier: 'late', expiry_window_end: expect.stringMatching(/Z$/) },
    });
    await accept(fixture.pool, { other: payload({ account: { number: 'A-1' } }) });
    await runAccounts();
    expect((await processes(fixture.pool)).at(-1)).toMatchObject({
      state: 'complete',
      account_number: 'A-1',
    });
  });
});

describe('given many orders and accounts at once', () => {
  test('when several importers run both, then each order has one process, of its account', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `x${i}`);
    await acceptOrders(
      fixture.pool,
      Object.fromEntries(
        names.map((name) => [name, { ...joinOrder, account: { external_identifier: name } }]),
      ),
    );
    await accept(fixture.pool, Object.fromEntries(names.map((name) => [name, payload()])));
    const orders = async () => {
      for (let idle = 0; idle < 200; ) {
        const now = Date.now() + 1;
        const done = await fixture.store.inOrderBatch(7, now, (batch) => runOrders(batch, now, context(now)));
        const { rowCount } = await fixture.pool.query(
          `SELECT FROM intake.import_processes WHERE state = 'waiting' LIMIT 1`,
        );
        if (rowCount === 0) return;
        if (done === 0) idle += 1;
        await new Promise((resume) => setTimeout(resume, 10));
      }
      throw new Error('orders wait though their accounts are there');
    };
    const accounts = async () => {
      while ((await fixture.store.inBatch(5, (batch) => runImports(batch, context()))) > 0);
    };
    await Promise.all([orders(), orders(), accounts(), accounts()]);
    const { rows } = await fixture.pool.query(
      `SELECT o.process_number FROM intake.import_processes o JOIN intake.import_processes a
         ON a.resource_type = 'account' AND a.external_identifier = o.external_identifier
       WHERE o.resource_type = 'order' AND o.state = 'complete' AND o.account_number = a.account_number`,
    );
    expect(rows).toHaveLength(60);
    expect(new Set(rows.map((row) => row.process_number)).size).toBe(60);
    expect(await told('data_import.order_process.complete')).toHaveLength(60);
  });

  test('when one cannot be carried out, then it alone fails and the others complete', async () => {
    const broken = JSON.parse('{"type": "join_supplier", "account": {"external_identifier": "ext"}}');
    await acceptOrders(fixture.pool, { broken, fine: joinOrder });
    await accept(fixture.pool, { ext: payload() });
    await runAccounts();
    await look();
    expect(await orderOf(fixture.pool, 'broken')).toMatchObject({ error_code: 'internal_import_error' });
    expect(await orderOf(fixture.pool, 'fine')).toMatchObject({ state: 'complete' });
  });

  test('when the work is given up before the commit, then nothing of it is left', async () => {
    await acceptOrders(fixture.pool, { o: joinOrder });
    await accept(fixture.pool, { ext: payload() });
    await runAccounts();
    const before = (await journaled(fixture)).length;
    const throwing = createImporterStore(fixture.pool, {
      ...fixture.journal,
      commitWith: () => Promise.reject(new Error('before the commit')),
    });
    await expect(look(Date.now() + 1, throwing)).rejects.toThrow('before the commit');
    expect(await orderOf(fixture.pool, 'o')).toMatchObject({ state: 'waiting' });
    expect(await journaled(fixture)).toHaveLength(before);
    expect(await look()).toBe(1);
  });
});
