import { verifySmtp } from '../../adapters/mail/smtp.js';
import { s3ObjectStore } from '../../adapters/objectstore/s3.js';
import { redisVersion } from '../../adapters/redis/examine.js';
import { examineRegistry } from '../../adapters/registry/examine.js';
import { schemasOf } from '../../adapters/registry/schemas.js';
import type { Catalogue } from '../../catalogue/index.js';
import type { S3Settings } from '../../config-access.js';
import { type Finding, fail, ok, warn } from './finding.js';
import { addressOf } from './secrets.js';

/** Names shown of many. */
const SHOWN = 3;

export async function checkRegistry(url: string, catalogue: Catalogue): Promise<readonly Finding[]> {
  const schemas = schemasOf(catalogue);
  const { host, missing, differing, loose } = await examineRegistry(url, schemas);
  const findings: Finding[] = [];
  const tell = (names: readonly string[], what: string, todo: string, status: 'warn' | 'fail') => {
    if (names.length === 0) return;
    const shown = `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ', …' : ''}`;
    findings.push((status === 'warn' ? warn : fail)('registry', `${names.length} ${what}: ${shown}`, todo));
  };
  const register = 'headrace schemas register; who writes to Kafka does the same';
  tell(missing, 'schemas are not registered yet', register, 'warn');
  tell(
    differing,
    'subjects lack the schema that is checked out',
    'headrace schemas check, then headrace schemas register',
    'warn',
  );
  tell(
    loose,
    'subjects take changes that readers would not understand',
    'set their compatibility to FULL',
    'warn',
  );
  if (findings.length > 0) return findings;
  return [
    ok('registry', `all ${schemas.length} schemas are registered at ${addressOf(host)}, FULL compatible`),
  ];
}

export async function checkRedis(url: string): Promise<readonly Finding[]> {
  return [ok('redis', `Redis ${await redisVersion(url)} at ${addressOf(url)}`)];
}

export async function checkObjects(settings: S3Settings): Promise<readonly Finding[]> {
  const store = await s3ObjectStore(settings);
  // Whether it is there does not matter: the answer tells that objects can be looked for.
  await store.exists('headrace', '/doctor', AbortSignal.timeout(10_000));
  return [ok('objects', `bucket ${settings.bucket} answers`)];
}

export async function checkMail(url: string): Promise<readonly Finding[]> {
  await verifySmtp(url);
  return [ok('mail', `${addressOf(url)} takes mail from us`)];
}
