import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { confluentRegistry } from '../../src/adapters/registry/confluent.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { packageRoot } from '../../src/package-root.js';
import { makeTopic, settingsFor } from '../kafka/support.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase } from '../support/postgres.js';
import { catalogue, newName, routed, write } from './support.js';

const kafka = await kafkaForTests();
const LONG = { timeout: 60_000, interval: 50 };
const TYPE = 'agreement.revoked';

/** Runs an example as its first line says, until it is told to stop. */
function run(example: string, args: readonly string[]) {
  const flags = ['--conditions=headrace-source', '--import', 'tsx', join(packageRoot, 'examples', example)];
  const child = spawn(process.execPath, [...flags, ...args], { cwd: packageRoot });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  // What a busy broker is reported for; read by somebody who looks for why a test failed.
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit');
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

describe.skipIf('missing' in kafka)('the examples', () => {
  if ('missing' in kafka) return;
  const settings = settingsFor(kafka.brokers);
  const brokers = kafka.brokers.join();

  const topicOf = async (): Promise<string> => {
    const topic = newName(kafka.prefix, 'agreement');
    await makeTopic(settings, topic, 1);
    return topic;
  };
  const idsOf = () => {
    const schemas = schemasOf(catalogue).filter(({ type }) => type === TYPE);
    return confluentRegistry({ url: kafka.registryUrl, schemas }).register();
  };

  it('given examples/consumer.ts, then a newcomer sees events within 20 lines', async () => {
    const text = readFileSync(join(packageRoot, 'examples/consumer.ts'), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    const idOf = await idsOf();
    const topic = await topicOf();
    await write(settings, topic, [
      routed({ origin: [0, 1], schemaId: idOf(TYPE, 'v1') ?? -1 }),
      routed({
        origin: [0, 2],
        version: 'v2',
        data: { agreement_id: 2, account_number: 'A-2' },
        schemaId: idOf(TYPE, 'v2') ?? -1,
      }),
    ]);
    const example = run('consumer.ts', [brokers, kafka.registryUrl, topic]);
    await expect.poll(() => example.output(), LONG).toContain('agreement 2');
    expect(await example.stop()).toBe(0);
    expect(example.output().trim().split('\n')).toEqual([
      '2026-01-01T00:00:00.000Z: agreement 1 of an account that the event does not tell was revoked',
      '2026-01-01T00:00:00.000Z: agreement 2 of A-2 was revoked',
    ]);
  }, 120_000);

  it('given examples/batches.ts, killed and started again while events come, some twice, then each is counted once', async () => {
    const database = await createTestDatabase();
    const idOf = await idsOf();
    const topic = await topicOf();
    const schemaId = idOf(TYPE, 'v1') ?? -1;
    const events = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, i) => {
        const time = `2026-01-0${1 + ((from + i) % 3)}T12:00:00.000Z`;
        return routed({ origin: [0, from + i], schemaId, known: { time } });
      });
    const start = () => run('batches.ts', [database.url, brokers, kafka.registryUrl, topic]);
    const total = async () => {
      const found = await database.pool
        .query('SELECT coalesce(sum(agreements), 0)::int AS total FROM revocations')
        .catch(() => ({ rows: [{ total: 0 }] }));
      return found.rows[0]?.total;
    };
    await write(settings, topic, events(1, 2_000));
    const first = start();
    await expect.poll(total, LONG).toBeGreaterThan(0);
    await first.kill();
    await write(settings, topic, [...events(1_500, 2_000), ...events(2_001, 3_000)]);
    const second = start();
    await expect.poll(total, LONG).toBe(3_000);
    expect(await second.stop()).toBe(0);
    const { rows } = await database.pool.query('SELECT agreements FROM revocations ORDER BY day');
    expect(rows.map(({ agreements }) => agreements)).toEqual([1_000, 1_000, 1_000]);
    await database.drop();
  }, 180_000);
});
