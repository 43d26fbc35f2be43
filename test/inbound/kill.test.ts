import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKafka } from '../../src/adapters/kafka/index.js';
import { frame } from '../../src/adapters/registry/wire.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { createRandom } from '../../src/cli/random.js';
import { packageRoot } from '../../src/package-root.js';
import { openSchemas } from '../../src/start/schemas.js';
import { makeTopic, newTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headers } from './records.js';

const kafka = await kafkaForTests();
const SEED = Number(process.env['HEADRACE_SEED'] ?? 4);
const EVENTS = 12_000;
const KILLS = 4;
/** Each so many-th record says again what an earlier one said, or is poison. */
const REPEATED_EACH = 10;
const POISON_EACH = 97;

describe.skipIf('missing' in kafka)(
  `kill -9 of the intake at ${KILLS} moments (HEADRACE_SEED=${SEED})`,
  () => {
    if ('missing' in kafka) return;
    const settings = settingsFor(kafka.brokers);
    const topic = newTopic(kafka.prefix);
    let database: TestDatabase;
    let child: ChildProcess | undefined;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(async () => {
      child?.kill('SIGKILL');
      await database.drop();
    });

    const start = () => {
      const argument = JSON.stringify({ databaseUrl: database.url, brokers: kafka.brokers, topic });
      const file = join(packageRoot, 'test/inbound/intake-process.ts');
      child = spawn(process.execPath, ['--import', 'tsx', file, argument], {
        cwd: packageRoot,
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin?.on('error', () => {});
      return child;
    };
    const one = async (sql: string) => (await database.pool.query(sql)).rows[0];
    const taken = async (): Promise<number> =>
      (
        await one(
          'SELECT coalesce(sum(journaled + duplicates + parked), 0)::int AS taken FROM inbound.positions',
        )
      ).taken;

    it('given repeats and poison among the records, then each event is journaled once and nothing is missing', async () => {
      await makeTopic(settings, topic, 3, {});
      const ids = await fill();
      const random = createRandom(SEED);
      let running = start();
      for (let kill = 1; kill <= KILLS; kill++) {
        const goal = Math.min((EVENTS * kill) / (KILLS + 2), (await taken()) + EVENTS / (KILLS + 2));
        while ((await taken()) < goal) await sleep(10);
        await sleep(random.between(0, 30));
        running.kill('SIGKILL');
        await once(running, 'exit');
        expect(await taken()).toBeLessThan(EVENTS);
        running = start();
      }
      await expect.poll(taken, { timeout: 120_000, interval: 100 }).toBe(EVENTS);
      running.kill('SIGKILL');
      await once(running, 'exit');

      const { rows } = await database.pool.query('SELECT id FROM journal.events ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual([...ids].sort());
      expect(
        await one(`SELECT sum(journaled)::int AS journaled, sum(parked)::int AS parked,
        (SELECT count(*)::int FROM inbound.parked_records) AS rows,
        (SELECT count(DISTINCT (partition, "offset"))::int FROM inbound.parked_records) AS places
        FROM inbound.positions`),
      ).toEqual({ journaled: ids.size, parked: poison(), rows: poison(), places: poison() });
    }, 300_000);

    const poison = () => Math.ceil(EVENTS / POISON_EACH);

    /** @returns the ids that are to be journaled */
    async function fill(): Promise<Set<string>> {
      const catalogue = await loadCatalogue();
      const schemaId = await (await openSchemas(undefined, catalogue)).idOf('account.created', 'v1');
      const ids = new Set<string>();
      const messages = Array.from({ length: EVENTS }, (_, n) => {
        if (n % POISON_EACH === 0) return { key: `${n}`, value: Buffer.from('poison') };
        const said = n % REPEATED_EACH === 0 ? n - 1 : n;
        // What it repeats may have been poison.
        ids.add(`e${said}`);
        const payload = catalogue.encode('account.created', 'v1', {
          account_number: `A-${said}`,
          account_user_emails: [],
          is_imported: false,
        });
        return {
          // Repeats go to any partition, and so come before or behind.
          key: `${n * 7}`,
          value: frame(schemaId, payload),
          headers: headers('account.created', { id: `e${said}` }),
        };
      });
      const producer = createKafka(settings).producer();
      await producer.connect();
      for (let from = 0; from < messages.length; from += 2_000) {
        await producer.send({ topic, messages: messages.slice(from, from + 2_000) });
      }
      await producer.disconnect();
      return ids;
    }
  },
);
