import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokerClockAheadMs, createKafka } from '../../src/adapters/kafka/index.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { aboutClock } from '../../src/cli/doctor/database.js';
import { examine } from '../../src/cli/doctor/examine.js';
import { exitCodeOf, type Finding } from '../../src/cli/doctor/finding.js';
import { checkKafka } from '../../src/cli/doctor/kafka.js';
import { checkNode } from '../../src/cli/doctor/machine.js';
import { readConfig } from '../../src/config.js';
import { suspectVariables } from '../../src/config-suspects.js';
import { newTopic, settingsFor } from '../kafka/support.js';
import { testFolder } from '../support/folder.js';
import { kafkaForTests } from '../support/kafka.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { headrace } from './headrace.js';

const kafka = await kafkaForTests();

const findingsOf = (findings: readonly Finding[], part: string) =>
  findings.filter((finding) => finding.part === part);
const looked = (flags: readonly string[], environment: Record<string, string> = {}) =>
  examine(readConfig(['--data', testFolder(), '--port', '0', ...flags], environment), false);

describe('headrace doctor', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await openJournal(database.pool, 3);
  });
  afterAll(() => database.drop());

  it('given an installation that is new, then says what is missing, and exits with 1', async () => {
    const { code, stdout } = await headrace(database.url, 'doctor', '--json', '--data', testFolder());
    const { exit_code, findings } = JSON.parse(stdout);
    expect(findings.filter(({ status }: Finding) => status === 'fail')).toEqual([]);
    expect([code, exit_code]).toEqual([1, 1]);
    expect(findingsOf(findings, 'migrations')).toMatchObject([{ status: 'ok' }]);
    expect(findingsOf(findings, 'journal')).toMatchObject([{ found: '3 partitions, 0 events' }]);
    expect(findingsOf(findings, 'keys')).toMatchObject([
      { status: 'warn', todo: 'headrace keys create --operate' },
    ]);
    expect(findingsOf(findings, 'projections')).toContainEqual(
      expect.objectContaining({ status: 'warn', found: 'account-state has no tables yet' }),
    );
  });

  it('given migrations that are missing or of newer code, then says so', async () => {
    await database.pool.query(
      `UPDATE headrace.migrations SET name = '9999_later' WHERE name = '0002_intake'`,
    );
    try {
      const [migrations] = findingsOf(await looked(['--database-url', database.url]), 'migrations');
      expect(migrations).toMatchObject({ status: 'fail', found: expect.stringContaining('9999_later') });
      await database.pool.query(`DELETE FROM headrace.migrations WHERE name = '9999_later'`);
      const [pending] = findingsOf(await looked(['--database-url', database.url]), 'migrations');
      expect(pending).toMatchObject({ status: 'warn', found: 'not applied yet: 0002_intake' });
    } finally {
      await database.pool.query(
        `INSERT INTO headrace.migrations (name, run_on) VALUES ('0002_intake', now())`,
      );
    }
  });

  it('given services that do not answer, then each fails with what to do, and no secret is told', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resume) => silent.once('listening', resume));
    const { port } = silent.address() as AddressInfo;
    const away = '127.0.0.1:1';
    const findings = await looked([], {
      DATABASE_URL: `postgres://user:s3cretpw@${away}/db`,
      KAFKA_BROKERS: away,
      SCHEMA_REGISTRY_URL: `http://user:s3cretpw@${away}`,
      REDIS_URL: `redis://:s3cretpw@${away}`,
      SMTP_URL: `smtp://user:s3cretpw@${away}`,
      S3_BUCKET: 'documents',
      S3_ENDPOINT: `http://${away}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 's3cretpw',
      PORT: `${port}`,
    });
    silent.close();
    const failed = findings.filter(({ status }) => status === 'fail').map(({ part }) => part);
    expect(failed).toEqual(['database', 'kafka', 'registry', 'redis', 'objects', 'mail']);
    expect(findings.every(({ status, todo }) => (status === 'ok') === (todo === null))).toBe(true);
    expect(exitCodeOf(findings)).toBe(2);
    expect(JSON.stringify(findings)).not.toContain('s3cretpw');
  });

  it('given settings that cannot be used, then they are findings', async () => {
    const wrong = await headrace('mysql://x', 'doctor');
    expect(wrong).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('fail settings    DATABASE_URL'),
    });
  });

  it('given variables nobody reads, then those like ours are told, never their values', () => {
    const told = suspectVariables({
      DATABSE_URL: 'postgres://secret',
      HEADRACE_DTA: 'x',
      HEADRACE_PORTS: '1',
      HEADRACE_KAFKA_BROKERS: 'x',
      POST: 'x',
      PORT: '1',
      PATH: '/bin',
      HOSTNAME: 'h',
      LOG_LEVEL: 'info',
    });
    expect(told).toEqual([
      { name: 'DATABSE_URL', meant: 'DATABASE_URL' },
      { name: 'HEADRACE_DTA', meant: 'HEADRACE_DATA' },
      { name: 'HEADRACE_PORTS', meant: undefined },
      { name: 'HEADRACE_KAFKA_BROKERS', meant: 'KAFKA_BROKERS' },
    ]);
  });

  it('given versions and clocks, then judges them', () => {
    expect(checkNode('20.18.3').status).toBe('fail');
    expect([checkNode('20.19.0'), checkNode('24.1.0')].map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(aboutClock('kafka', -1_040, 50)).toMatchObject({ status: 'ok' });
    expect(aboutClock('kafka', 2_000, 50)).toMatchObject({ status: 'warn' });
    expect(aboutClock('kafka', -60_000, 50)).toMatchObject({
      status: 'fail',
      found: 'its clock is 60000 ms behind ours',
    });
  });

  describe.skipIf('missing' in kafka)('on Kafka', () => {
    if ('missing' in kafka) return;
    it('given a topic that is not as the journal, then says what is wrong with it', async () => {
      const settings = settingsFor(kafka.brokers);
      const topic = newTopic(kafka.prefix);
      const admin = createKafka(settings).admin();
      await admin.connect();
      await admin.createTopics({ topics: [{ topic, numPartitions: 2 }] });
      await admin.disconnect();
      const wanted = { name: topic, partitions: 3, lasting: true, ours: true, madeBy: 'the relay' };
      const findings = await checkKafka(settings, [wanted, { ...wanted, name: `${topic}-none` }], false);
      expect(findings[0]).toMatchObject({ found: '1 brokers, of release 4.0 or newer' });
      expect(findings.map(({ status, found }) => `${status} ${found.replace(topic, 't')}`)).toEqual([
        expect.stringMatching(/^ok /),
        'fail t has 2 partitions, the journal 3',
        'fail t would lose records: retention.ms is 604800000',
        expect.stringMatching(/^warn t takes no more than \d+ bytes/),
        'ok t-none: not there yet; the relay makes it',
      ]);
      expect(Math.abs(await brokerClockAheadMs(settings))).toBeLessThan(60_000);
    });
  });
});
