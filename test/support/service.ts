import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '../../src/package-root.js';

export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Sends `signal` and resolves with the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** `npm start` as a process of its own, on `data`; resolves when it is ready. */
export async function startService(
  data: string,
  options: { readonly port: number; readonly flags?: readonly string[]; readonly readyMs?: number },
): Promise<RunningService> {
  const flags = [
    '--data',
    data,
    '--port',
    String(options.port),
    '--log-level',
    'warn',
    ...(options.flags ?? []),
  ];
  const child = runScript('src/main.ts', flags);
  const output: string[] = [];
  child.stdout?.on('data', (chunk) => output.push(String(chunk)));
  child.stderr?.on('data', (chunk) => output.push(String(chunk)));
  const exited = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const url = `http://127.0.0.1:${options.port}`;
  let over = false;
  exited.then(() => {
    over = true;
  });
  const deadline = Date.now() + (options.readyMs ?? 60_000);
  while (!(await isReady(url))) {
    if (over || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the service did not get ready:\n${output.join('')}`);
    }
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    url,
    pid: child.pid ?? 0,
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
}

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function runScript(script: string, flags: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', join(packageRoot, script), ...flags], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    // What a developer has set for another run must not reach this one.
    env: { ...process.env, DATABASE_URL: '', KAFKA_BROKERS: '', REDIS_URL: '', S3_BUCKET: '' },
  });
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/ready`)).ok;
  } catch {
    return false;
  }
}
