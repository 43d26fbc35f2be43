import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, describeSettings, readConfig, roles, settings } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';

function faultsOf(flags: string[], environment: Record<string, string>): readonly string[] {
  try {
    readConfig(flags, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('reading the settings', () => {
  test('given nothing, then everything has its default: embedded database under the project, all roles', () => {
    expect(readConfig([], {})).toEqual({
      databaseUrl: undefined,
      databasePort: 0,
      dataFolder: join(packageRoot, '.headrace'),
      routesFolder: join(packageRoot, 'routes'),
      host: '127.0.0.1',
      port: 8080,
      partitions: 6,
      roles,
      logLevel: 'info',
      introspection: false,
      drainMs: 6_000,
      repeatDays: 30,
      payloadDays: 90,
      metrics: true,
      catalogue: true,
      webhookSecrets: new Map(),
      mailFrom: 'Headrace <headrace@localhost>',
      redisUrl: undefined,
      rateLimits: { perKey: 120_000, perAddress: 6_000 },
      trustedProxies: undefined,
      s3: undefined,
      kafkaSecurity: { ssl: false },
      parkedMost: 1_000,
    });
  });

  test('given Kafka behind TLS and a password, then files are read and all belongs together', () => {
    const file = join(testFolder(), 'ca.pem');
    writeFileSync(file, 'authorities');
    const sasl = { KAFKA_SASL_USERNAME: 'headrace', KAFKA_SASL_PASSWORD: 'hidden' };
    expect(readConfig([], { KAFKA_TLS: 'true', KAFKA_TLS_CA: file, ...sasl }).kafkaSecurity).toEqual({
      ssl: { ca: 'authorities' },
      sasl: { mechanism: 'scram-sha-512', username: 'headrace', password: 'hidden' },
    });
    const both = { KAFKA_TLS: 'true', KAFKA_TLS_CERT: file, KAFKA_TLS_KEY: file };
    expect(readConfig([], both).kafkaSecurity).toEqual({ ssl: { cert: 'authorities', key: 'authorities' } });
    expect(readConfig([], { KAFKA_SASL_MECHANISM: 'plain', ...sasl }).kafkaSecurity.sasl?.mechanism).toBe(
      'plain',
    );
  });

  test('given a flag and a variable, then the flag wins', () => {
    expect(readConfig(['--port', '9000'], { PORT: '9001' }).port).toBe(9000);
  });

  test('given a folder, then it is taken from the current folder', () => {
    expect(readConfig(['--data', 'here'], {}).dataFolder).toBe(resolve('here'));
  });

  test('given an empty variable, then it counts as not set', () => {
    expect(readConfig([], { DATABASE_URL: '', PORT: '' })).toMatchObject({
      databaseUrl: undefined,
      port: 8080,
    });
  });

  test('given secrets of webhooks, then they are found by name, from the environment alone', () => {
    const { webhookSecrets } = readConfig([], {
      WEBHOOK_SECRET_CRM: 'whsec_x',
      WEBHOOK_SECRET_OLD: '',
      CRM: 'y',
    });
    expect([...webhookSecrets]).toEqual([['CRM', 'whsec_x']]);
    expect(faultsOf(['--webhook-secret-crm', 'whsec_x'], {})).toHaveLength(1);
  });

  test('given some roles, then only these', () => {
    expect(readConfig(['--roles', 'intake, query'], {}).roles).toEqual(['intake', 'query']);
  });

  test('given a bucket, then documents lie there, by the keys given or by what the machine has', () => {
    expect(readConfig([], { S3_BUCKET: 'documents' }).s3).toEqual({
      bucket: 'documents',
      endpoint: undefined,
      region: 'us-east-1',
      credentials: undefined,
    });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const s3 = {
      S3_BUCKET: 'documents',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_REGION: 'eu-west-2',
      ...keys,
    };
    expect(readConfig([], s3).s3).toEqual({
      bucket: 'documents',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-west-2',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  test.each([
    [{ S3_BUCKET: 'documents', S3_ACCESS_KEY_ID: 'id' }, 'belong together'],
    [{ S3_BUCKET: 'documents', S3_SECRET_ACCESS_KEY: 'hidden' }, 'belong together'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_BUCKET is missing'],
    [{ S3_BUCKET: 'no/bucket' }, 'S3_BUCKET'],
    [{ REDIS_URL: 'http://user:hidden@host' }, 'REDIS_URL'],
    [{ KAFKA_SASL_PASSWORD: 'hidden' }, 'belong together'],
    [{ KAFKA_SASL_USERNAME: 'name', KAFKA_SASL_PASSWORD: 'hidden', KAFKA_SASL_MECHANISM: 'x' }, 'MECHANISM'],
    [{ KAFKA_TLS_CA: 'ca.pem' }, 'KAFKA_TLS is not true'],
    [{ KAFKA_TLS: 'true', KAFKA_TLS_KEY: 'key.pem' }, 'belong together'],
    [{ KAFKA_TLS: 'true', KAFKA_TLS_CA: 'no-such-file.pem' }, 'KAFKA_TLS_CA'],
    [{ RATE_LIMIT: '-1' }, 'RATE_LIMIT'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES'],
  ])('given %j, then it is refused and no secret shown', (environment, told) => {
    const faults = faultsOf([], environment);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(told);
    expect(faults[0]).not.toContain('hidden');
  });

  test('given several bad values, then one error names all of them, and no password', () => {
    const faults = faultsOf(['--port', 'abc', '--roles', 'intake,baker'], {
      PARTITIONS: '0',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:secret@host/db',
    });
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'PORT',
      'PARTITIONS',
      'ROLES',
      'LOG_LEVEL',
    ]);
    expect(faults.join()).toContain('must be one of intake, importer, relay, router, projector, query');
    expect(faults.join()).not.toContain('secret');
  });

  test.each([
    [['--prot', '1'], {}],
    [['stray'], {}],
    [['--roles', ''], {}],
    [['--roles', 'intake,intake'], {}],
    [['--port', '65536'], {}],
    [['--port', '-1'], {}],
    [['--port', '80.5'], {}],
    [[], { DRAIN_SECONDS: '0' }],
    [[], { SMTP_URL: 'http://mail' }],
    [[], { MAIL_FROM: 'nobody' }],
  ])('given %j and %j, then it is refused', (flags, environment) => {
    expect(faultsOf(flags, environment)).toHaveLength(1);
  });

  test('every setting says what it means, on the page of help too', () => {
    const help = describeSettings();
    for (const name of Object.keys(settings.properties))
      expect(help).toMatch(new RegExp(`\\(${name}\\)\\n +\\w+`));
  });
});
