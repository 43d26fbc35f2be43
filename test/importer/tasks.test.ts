import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentErrand } from '../../src/importer/attach-documents.js';
import type { AccountPayload, ObjectStore } from '../../src/importer/index.js';
import { runImports } from '../../src/importer/run-imports.js';
import { runOpeningBalances } from '../../src/importer/run-opening-balances.js';
import { MOST_TRIES, type TaskContext, tryTasks } from '../../src/importer/try-tasks.js';
import {
  accept,
  emptyTables,
  everythingExists,
  type ImporterFixture,
  journaled,
  openFixture,
} from './database.js';
import { payload, recordingLog } from './support.js';

let fixture: ImporterFixture;
beforeAll(async () => {
  fixture = await openFixture();
});
beforeEach(() => emptyTables(fixture.pool));
afterAll(() => fixture.database.drop());

const running = () => new AbortController().signal;
const silent: ObjectStore = {
  exists: async () => {
    throw new Error('connect ECONNREFUSED');
  },
};

function context(objectStore: ObjectStore = everythingExists) {
  const { log, lines } = recordingLog();
  const { store, catalogue } = fixture;
  return { store, objectStore, encoder: catalogue, log, lines, clock: Date.now };
}

async function imported(more: Partial<AccountPayload>): Promise<void> {
  await accept(fixture.pool, { ext: payload({ account: { number: 'A-1' }, ...more }) });
  await fixture.store.inBatch(10, (batch) => runImports(batch, context()));
}

interface TaskRow {
  state: string;
  tries: number;
  waitMs: number;
  error_code: string | null;
  error_detail: string | null;
}

async function task(): Promise<TaskRow> {
  const { rows } = await fixture.pool.query<TaskRow>(
    `SELECT state, tries, error_code, error_detail,
       (extract(epoch FROM next_try_at - clock_timestamp()) * 1000)::float8 AS "waitMs"
     FROM importer.post_import_tasks`,
  );
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} tasks`);
  return row;
}

const runDocumentTasks = (with_: TaskContext & { objectStore: ObjectStore }, signal: AbortSignal) =>
  tryTasks(documentErrand(with_.objectStore), with_, signal);
const makeDue = () => fixture.pool.query('UPDATE importer.post_import_tasks SET next_try_at = now()');
const outcomes = async () =>
  (await journaled(fixture)).filter((event) =>
    event.type.startsWith('data_import.import_process.post_import'),
  );
const document = { kind: 'contract', path: '/c.pdf' };

describe('given an opening balance', () => {
  test('when it is run, then each ledger has an entry by its sign, and the task completes', async () => {
    const ledgers = [
      { number: 'IN', opening_balance: 250 },
      { number: 'OWES', opening_balance: -1 },
      { number: 'EVEN', opening_balance: 0 },
      { number: 'UNKNOWN' },
    ];
    await imported({ ledgers });
    expect(await runOpeningBalances(context())).toBe(1);
    const events = await journaled(fixture);
    const entries = events.filter((event) => event.type === 'billing.ledger.entry_posted');
    expect(entries.map((event) => event.data)).toMatchObject([
      { ledger: { number: 'IN', account: { number: 'A-1' } }, entry: { is_credit: true, is_charge: false } },
      { ledger: { number: 'OWES' }, entry: { is_credit: false, is_charge: true } },
      { ledger: { number: 'EVEN' }, entry: { is_credit: false, is_charge: false } },
    ]);
    expect(await outcomes()).toMatchObject([
      {
        key: 'org/account/ext',
        correlation_id: 'request-ext',
        causation_id: events.find((event) => event.type === 'post_import.planned')?.id,
        data: {
          resource_type: 'opening_balance',
          import_process_resource_type: 'account',
          import_process_external_identifier: 'ext',
          identifier: 'A-1',
        },
      },
    ]);
    expect(await task()).toMatchObject({ state: 'complete', tries: 1 });
    expect(await runOpeningBalances(context())).toBe(0);
  });

  test('when a claim is overtaken, then the entries are posted once', async () => {
    await imported({ ledgers: [{ number: 'L', opening_balance: 1 }] });
    const overtaken = context();
    await runOpeningBalances({
      ...overtaken,
      store: {
        ...fixture.store,
        async finishTasks(finished) {
          await makeDue();
          await runOpeningBalances(context());
          return fixture.store.finishTasks(finished);
        },
      },
    });
    expect(await outcomes()).toHaveLength(1);
    expect(overtaken.lines).toMatchObject([{ level: 'warn', facts: { overtaken: 1 } }]);
  });
});

describe('given documents to attach', () => {
  test('when all are there, then the task completes', async () => {
    await imported({ documents: [document, { kind: 'bill', path: '/b.pdf' }] });
    const asked: string[] = [];
    const objectStore: ObjectStore = {
      exists: async (rootLocation, path) => {
        asked.push(rootLocation + path);
        return true;
      },
    };
    expect(await runDocumentTasks(context(objectStore), running())).toBe(1);
    expect(asked).toEqual(['/cohort/c.pdf', '/cohort/b.pdf']);
    expect(await outcomes()).toMatchObject([
      { data: { resource_type: 'attach_documents', identifier: 'A-1' } },
    ]);
    expect(await task()).toMatchObject({ state: 'complete' });
  });

  test('when some are missing, then the task ends in an error that names every one of them', async () => {
    await imported({ documents: ['/a', '/b', '/c'].map((path) => ({ kind: 'bill', path })) });
    await runDocumentTasks(context({ exists: async (_, path) => path === '/b' }), running());
    const data = {
      error_code: 'document_not_found',
      error_detail: 'Not found below the root location of the import supplier: /a, /c',
    };
    expect(await outcomes()).toMatchObject([
      {
        type: 'data_import.import_process.post_import.error',
        data: { ...data, resource_type: 'attach_documents' },
      },
    ]);
    expect(await task()).toMatchObject({ state: 'error', ...data });
  });

  test('when the object store is silent, then it waits longer each time, and ends once when it answers', async () => {
    await imported({ documents: [document] });
    const faulty = context(silent);
    const waits: number[] = [];
    for (let tries = 1; tries <= 4; tries += 1) {
      await makeDue();
      expect(await runDocumentTasks(faulty, running())).toBe(1);
      const { state, waitMs } = await task();
      expect(state).toBe('pending');
      waits.push(waitMs);
    }
    waits.forEach((waitMs, index) => {
      expect(waitMs).toBeGreaterThan(500 * 2 ** index - 250);
      expect(waitMs).toBeLessThanOrEqual(1_000 * 2 ** index);
    });
    expect(faulty.lines.map((line) => line.level)).toEqual(Array(4).fill('warn'));
    expect(await runDocumentTasks(context(), running())).toBe(0);
    expect(await outcomes()).toEqual([]);
    await makeDue();
    await runDocumentTasks(context(), running());
    expect(await outcomes()).toHaveLength(1);
    expect(await task()).toMatchObject({ state: 'complete', tries: 5 });
  });

  test('when the object store stays silent, then the last try ends the task', async () => {
    await imported({ documents: [document] });
    await fixture.pool.query('UPDATE importer.post_import_tasks SET tries = $1', [MOST_TRIES - 1]);
    await runDocumentTasks(context(silent), running());
    expect(await outcomes()).toMatchObject([{ data: { error_code: 'object_store_unavailable' } }]);
    expect(await task()).toMatchObject({ state: 'error', tries: MOST_TRIES });
  });

  test('when the importer stops meanwhile, then the task is given back at once and no try is counted', async () => {
    await imported({ documents: [document] });
    const stopping = new AbortController();
    const hanging: ObjectStore = {
      exists: (_root, _path, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          stopping.abort();
        }),
    };
    await runDocumentTasks(context(hanging), stopping.signal);
    const given = await task();
    expect(given).toMatchObject({ state: 'pending', tries: 0 });
    expect(given.waitMs).toBeLessThanOrEqual(0);
    expect(await outcomes()).toEqual([]);
  });
});
