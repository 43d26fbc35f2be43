import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from '../../config.js';
import { suspectVariables } from '../../config-suspects.js';
import { packageRoot } from '../../package-root.js';
import { type Finding, fail, ok, warn } from './finding.js';

/** Below the first, bulk answers may soon find no room to wait in; below the second, nor may the database. */
const ROOM_BYTES = { warn: 5e9, fail: 5e8 };

/** Node's version, as package.json asks for it. */
export function checkNode(version = process.versions.node): Finding {
  const { engines }: { engines: { node: string } } = JSON.parse(
    readFileSync(join(packageRoot, 'package.json'), 'utf8'),
  );
  const least = engines.node.replace('>=', '');
  const numbers = (text: string) => text.split('.').map(Number);
  const [major = 0, minor = 0] = numbers(version);
  const [leastMajor = 0, leastMinor = 0] = numbers(least);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok('node', version);
  return fail('node', `${version} is too old`, `install Node ${least} or newer`);
}

/** Variables that nothing reads, and settings that mean nothing together. */
export function checkSettings(config: Config): readonly Finding[] {
  const findings = suspectVariables().map(({ name, meant }) =>
    warn(
      'settings',
      `${name} is set, and is no setting`,
      meant === undefined ? 'unset it; headrace start --help lists all settings' : `is ${meant} meant?`,
    ),
  );
  if (config.schemaRegistryUrl !== undefined && !config.kafkaBrokers) {
    findings.push(
      warn(
        'settings',
        'SCHEMA_REGISTRY_URL is set and KAFKA_BROKERS is not: the registry is not asked',
        'set both, or neither',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('settings', 'all can be used')];
}

/** Settings that cannot be used: then nothing else can be looked at. */
export function settingsFault(error: unknown): readonly Finding[] {
  if (!(error instanceof ConfigError)) throw error;
  return error.faults.map((fault) => fail('settings', fault, 'headrace start --help lists all settings'));
}

/** Room on the disk of the folder that spools, documents, e-mails and the embedded database are kept in. */
export async function checkDisk({ dataFolder }: Config): Promise<readonly Finding[]> {
  const { bavail, bsize } = await statfs(existing(dataFolder));
  const free = bavail * bsize;
  const found = `${(free / 1e9).toFixed(1)} GB free for ${dataFolder}`;
  const todo = 'make room, or give another folder with HEADRACE_DATA';
  if (free < ROOM_BYTES.fail) return [fail('disk', found, todo)];
  return [free < ROOM_BYTES.warn ? warn('disk', found, todo) : ok('disk', found)];
}

/** The folder itself, or the nearest above it that there is: it is made at the first start. */
function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}

/** Whether a service answers where one would by these settings. That there is none yet is no fault. */
export async function checkService({ host, port }: Config): Promise<readonly Finding[]> {
  if (port === 0) return [];
  const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  let answer: Response;
  try {
    answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3_000) });
  } catch {
    return [ok('service', `none answers at ${url}`)];
  }
  if (answer.ok) return [ok('service', `answers at ${url}, ready`)];
  const told = (await answer.text()).slice(0, 300);
  return [
    fail('service', `${url} is not ready: ${told}`, 'its log says why; GET /health/ready tells when it is'),
  ];
}
