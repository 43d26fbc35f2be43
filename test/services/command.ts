import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';
import { Guard } from '../support/guard.js';

/** Its folder is for services; stop it when the file is over. */
export const guard = new Guard();

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Addresses that the run's own environment may give would be used by the command. */
const CLEARED = { DATABASE_URL: '', KAFKA_BROKERS: '', SCHEMA_REGISTRY_URL: '', REDIS_URL: '' };

/** Runs `npm run services -- …` in a process of its own; `signal` kills it. */
export function services(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  signal?: AbortSignal,
): Promise<Ended> {
  const script = join(packageRoot, 'src/cli/services.ts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), script, ...args], {
    env: { ...process.env, ...CLEARED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  guard.adopt(child);
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((done) => child.once('close', (code) => done({ code, stdout, stderr })));
}

export interface Report {
  readonly services: readonly {
    readonly name: string;
    readonly by: string;
    readonly pid?: number;
    readonly fault?: string;
  }[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs it with `--json`. @throws with what it said, where it fails. */
export async function reportOf(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Report> {
  const { code, stdout, stderr } = await services([...args, '--json'], environment);
  if (code !== 0) throw new Error(`services ${args.join(' ')}: exit code ${code}\n${stderr}\n${stdout}`);
  const report: Report = JSON.parse(stdout);
  return report;
}
