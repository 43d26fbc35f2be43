import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../../config.js';
import { packageRoot } from '../../package-root.js';
import { freePorts } from '../services/ports.js';

/** The service under check, as a process of its own. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** The most memory it held since it was ready, beyond what it held then, in MB. Linux only; 0 elsewhere. */
  rssGrowthMb(): number;
  /** Resolves when it has ended. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

const READY_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** @param flags of the service, besides where it listens */
export async function startService(flags: readonly string[]): Promise<Service> {
  const [port = 0] = await freePorts(1);
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`../../main.${ending}`, import.meta.url));
  const loader = ending === 'ts' ? ['--import', 'tsx'] : [];
  const own = ['--port', `${port}`, '--host', '127.0.0.1', '--log-level', 'warn'];
  const child = spawn(process.execPath, [...loader, file, ...own, ...flags], {
    cwd: packageRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    // What is set for another run must not reach this one.
    env: childEnvironment({ DATABASE_URL: '', KAFKA_BROKERS: '' }),
  });
  const ended = once(child, 'exit');
  // However we end, it ends with us.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + READY_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      kill();
      throw new Error('the service did not get ready');
    }
    await sleep(LOOK_EVERY_MS);
  }
  const { pid = 0 } = child;
  const before = rssMb(pid, 'VmRSS');
  let growth = 0;
  return {
    url,
    pid,
    rssGrowthMb() {
      growth = Math.max(growth, rssMb(pid, 'VmHWM') - before);
      return growth;
    },
    async end(signal) {
      process.off('exit', kill);
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}

/** What Linux says a process holds now, or has held at most. */
function rssMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
