import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createImporterStore } from '../../src/adapters/postgres/importer.js';
import { journalHints } from '../../src/adapters/postgres/importer-hints.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { type AccountPayload, type ImporterOptions, runImporter } from '../../src/importer/index.js';
import {
  accept,
  emptyTables,
  everythingExists,
  everythingSent,
  type ImporterFixture,
  journaled,
  noHints,
  openFixture,
  processes,
  settled,
} from './database.js';
import { payload, recordingLog } from './support.js';

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
beforeEach(() => emptyTables(fixture.pool));
afterAll(() => fixture.database.drop());

/** Starts an importer; what it logs, and a function that stops it and waits for its end. */
function start(more: Partial<ImporterOptions> = {}) {
  const stop = new AbortController();
  const { log, lines } = recordingLog();
  const { store, catalogue } = fixture;
  const options = {
    store,
    objectStore: everythingExists,
    mailer: everythingSent,
    hints: noHints,
    encoder: catalogue,
    log,
    pollMs: 20,
  };
  const ended = runImporter({ ...options, ...more }, stop.signal);
  return {
    lines,
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

/** Names unlike one another, each with the payload made for its place. */
function many(count: number, make: (place: number) => AccountPayload): Record<string, AccountPayload> {
  return Object.fromEntries(Array.from({ length: count }, (_, place) => [`ext-${place}`, make(place)]));
}

describe('given 500 imports and two importers', () => {
  test('then each process ends once, with one number each, whoever ran it', async () => {
    const ledgers = [{ number: 'L', opening_balance: 100 }];
    const documents = [{ kind: 'contract', path: '/c.pdf' }];
    await accept(
      fixture.pool,
      // Every tenth gives a number that the one before it gives too.
      many(500, (place) => {
        const number = place % 10 < 2 ? { number: `A-GIVEN-${Math.floor(place / 10)}` } : {};
        return payload({ account: number, ledgers, ...(place % 2 === 0 && { documents }) });
      }),
    );
    const importers = [start({ batchImports: 7 }), start({ batchImports: 11 })];
    await settled(fixture.pool);
    for (const importer of importers) await importer.stop();
    expect(importers.flatMap((importer) => importer.lines)).toEqual([]);

    const rows = await processes(fixture.pool);
    const complete = rows.filter((row) => row.state === 'complete');
    const failed = rows.filter((row) => row.error_code === 'account_number_unavailable');
    expect([complete.length, failed.length]).toEqual([450, 50]);
    expect(new Set(complete.map((row) => row.account_number)).size).toBe(450);

    const events = await journaled(fixture);
    const named = (type: string) =>
      events.filter((event) => event.type === type).map((event) => event.data['external_identifier']);
    expect(named('data_import.import_process.complete').sort()).toEqual(
      complete.map((row) => row.external_identifier).sort(),
    );
    expect(named('data_import.import_process.error').sort()).toEqual(
      failed.map((row) => row.external_identifier).sort(),
    );
    const ended = events
      .filter((event) => event.type === 'data_import.import_process.post_import.completed')
      .map(({ data }) => `${data['resource_type']} ${data['import_process_external_identifier']}`);
    const documentTasks = complete.filter((row) => Number(row.external_identifier.slice(4)) % 2 === 0).length;
    expect(ended).toHaveLength(450 + documentTasks);
    expect(new Set(ended).size).toBe(ended.length);
    const entries = events.filter((event) => event.type === 'billing.ledger.entry_posted');
    expect(entries).toHaveLength(450);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  });

  test('when backends are killed all the while, then still each ends once', async () => {
    await accept(
      fixture.pool,
      many(300, () => payload({ ledgers: [{ number: 'L', opening_balance: 1 }] })),
    );
    const pool = createPool(fixture.database.url, {
      max: 6,
      applicationName: 'doomed',
      onIdleError: () => {},
    });
    const store = createImporterStore(pool, fixture.journal);
    const importers = [start({ store, batchImports: 10 }), start({ store, batchImports: 10 })];
    for (let kills = 0; kills < 15; kills += 1) {
      await sleep(20);
      await fixture.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = 'doomed' AND datname = current_database() AND random() < 0.6`,
      );
    }
    // A claim of tasks that died with its backend would be free after its lease only.
    await fixture.pool.query(
      `UPDATE importer.post_import_tasks SET next_try_at = now() WHERE state = 'pending'`,
    );
    await settled(fixture.pool);
    for (const importer of importers) await importer.stop();
    await pool.end();
    const events = await journaled(fixture);
    const count = (type: string) => events.filter((event) => event.type === type).length;
    expect(count('data_import.import_process.complete')).toBe(300);
    expect(count('account.created')).toBe(300);
    expect(count('billing.ledger.entry_posted')).toBe(300);
    expect(count('data_import.import_process.post_import.completed')).toBe(300);
  });
});

test('given a database that refuses, then the importer says so, waits, and goes on by itself', async () => {
  await accept(fixture.pool, { one: payload() });
  let refusals = 2;
  const importer = start({
    store: {
      ...fixture.store,
      inBatch: async (limit, work) => {
        refusals -= 1;
        if (refusals >= 0) throw new Error('connection refused');
        return fixture.store.inBatch(limit, work);
      },
    },
  });
  await settled(fixture.pool);
  await importer.stop();
  expect(importer.lines.map((line) => line.level)).toEqual(['error', 'error', 'info']);
  expect(importer.lines[1]?.facts).toMatchObject({ work: 'imports', failures: 2, err: expect.any(Error) });
});

test('given an importer in the middle of a batch, when it is stopped, then the batch is stored first', async () => {
  await accept(fixture.pool, { one: payload() });
  let reached: () => void = () => {};
  const inWork = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const importer = start({
    store: {
      ...fixture.store,
      inBatch: (limit, work) =>
        fixture.store.inBatch(limit, async (batch) => {
          reached();
          await sleep(50);
          return work(batch);
        }),
    },
  });
  await inWork;
  await importer.stop();
  expect(await processes(fixture.pool)).toMatchObject([{ state: 'complete' }]);
});

test('given nothing to do, when an import is accepted, then a hint wakes the importer', async () => {
  const listening = new AbortController();
  const { hints, ended } = journalHints(fixture.pool, listening.signal, () => {});
  const importer = start({ hints, pollMs: 600_000 });
  await sleep(200);
  await accept(fixture.pool, { one: payload() });
  await fixture.pool.query(`SELECT pg_notify('headrace_journal', '')`);
  await settled(fixture.pool);
  await importer.stop();
  listening.abort();
  await ended;
  expect(importer.lines).toEqual([]);
});

test('given a listening connection that is cut, then it says so and listens again', async () => {
  const listening = new AbortController();
  const faults: unknown[] = [];
  const pool = createPool(fixture.database.url, { max: 2, applicationName: 'ears', onIdleError: () => {} });
  const { hints, ended } = journalHints(pool, listening.signal, (fault) => faults.push(fault));
  let wakes = 0;
  hints.subscribe(() => {
    wakes += 1;
  });
  const wakesAtLeast = async (count: number) => {
    while (wakes < count) await sleep(10);
  };
  await wakesAtLeast(1);
  await fixture.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'ears' AND datname = current_database()`,
  );
  await wakesAtLeast(2);
  await fixture.pool.query(`SELECT pg_notify('headrace_journal', '')`);
  await wakesAtLeast(3);
  listening.abort();
  await ended;
  await pool.end();
  expect(faults).toHaveLength(1);
});
