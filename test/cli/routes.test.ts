import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKafka, createRoutedTopics } from '../../src/adapters/kafka/index.js';
import { readOrigins } from '../../src/adapters/kafka/read-origins.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import { createRouterStore, replayLease } from '../../src/adapters/postgres/router-store.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { journalLog } from '../../src/journal/index.js';
import { replay } from '../../src/router/index.js';
import { newTopic, settingsFor, started } from '../kafka/support.js';
import { catalogue, revoked, routeOf, routerOver, schemas, tableFor } from '../router/support.js';
import { testFolder } from '../support/folder.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headrace } from './headrace.js';

const kafka = await kafkaForTests();

describe('headrace routes', () => {
  let database: TestDatabase;
  let folder: string;
  const route = {
    description: 'Agreements whose account is known.',
    enabled: false,
    match: { types: ['agreement.*'], where: { field: 'data.account_number', exists: true } },
    to: { topic: 'not-yet' },
    as: 'v1',
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    const journal = await openJournal(database.pool, 2);
    const events = Array.from({ length: 60 }, (_, i) => revoked(i, i % 3 === 0 ? null : `A-${i}`));
    await inTransaction(database.pool, (client) => journal.commitWith(client, events));
    folder = testFolder();
    vi.stubEnv('ROUTES_FOLDER', folder);
    vi.stubEnv('KAFKA_BROKERS', '');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    return database.drop();
  });

  const routes = (...words: string[]) => headrace(database.url, 'routes', ...words);

  const write = (content: object) => writeFileSync(join(folder, 'crm.json'), JSON.stringify(content));

  it('given routes, then list shows them; given faults, then all of them with file and path', async () => {
    write(route);
    const { code, stdout: output } = await routes('list', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual([
      expect.objectContaining({ name: 'crm', enabled: false, to: 'not-yet', as: 'v1' }),
    ]);
    write({ ...route, as: 7, colour: 'red' });
    const wrong = await routes('list');
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/crm\.json: colour: is unknown here\n.*crm\.json: as: must be string/);
  }, 60_000);

  it('given a route that is not enabled, then test says what it would have matched', async () => {
    write(route);
    const { code, stdout: output } = await routes('test', 'crm', '--json');
    expect(code).toBe(0);
    const report = JSON.parse(output);
    expect(report).toMatchObject({
      events: 60,
      matched: 40,
      versions: [{ type: 'agreement.revoked', version: 'v2', matched: 40, notConverted: {} }],
      unjudged: {},
    });
    expect(report.samples).toHaveLength(3);
    expect((await routes('test', 'nothing')).stderr).toContain('there is no route nothing');
  }, 60_000);

  describe.skipIf('missing' in kafka)('replay', () => {
    if ('missing' in kafka) return;
    const settings = settingsFor(kafka.brokers);

    it('given a new topic, then it is filled once, a second time is refused, and the router goes on behind it', async () => {
      const topic = newTopic(kafka.prefix);
      const replayed = started((signal) => replayInPlace(topic, signal));
      await replayed.ended;
      expect((await readOrigins(createKafka(settings), topic)).length).toBe(40);
      await expect(replayInPlace(topic, new AbortController().signal)).rejects.toThrow('has records already');
      await replayInPlace(topic, new AbortController().signal, true);
      const router = started((signal) =>
        routerOver(
          database.pool,
          tableFor(routeOf('crm', { ...route, to: { topic }, enabled: true })),
          settings,
        ).run(signal),
      );
      const journal = await openJournal(database.pool, 2);
      await inTransaction(database.pool, (client) => journal.commitWith(client, [revoked(99, 'A-99')]));
      await expect
        .poll(async () => (await readOrigins(createKafka(settings), topic)).length, { timeout: 20_000 })
        .toBe(41);
      await router.stop();
    }, 60_000);

    const replayInPlace = async (topic: string, signal: AbortSignal, resume = false) => {
      await replay(
        {
          catalogue,
          table: tableFor(routeOf('crm', { ...route, to: { topic }, enabled: true })),
          store: createRouterStore(database.pool, replayLease(topic)),
          topics: createRoutedTopics(settings, schemas),
          log: journalLog(createJournalStore(database.pool), {
            name: topic,
            delivery: { events: 7, bytes: 1_000_000 },
            concurrency: 2,
            pollMs: 50,
            retryMs: 50,
            onFault: () => {},
          }),
          after: new Map(),
          sinceMs: 0,
          resume,
          holder: 'test',
          leaseMs: 20_000,
          onFault: () => {},
          onStart: () => {},
          onRead: () => {},
        },
        signal,
      );
    };
  });
});
