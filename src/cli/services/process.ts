import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOf } from '../../adapters/postgres/embedded-processes.js';
import { childEnvironment } from '../../config.js';

/** What to run. `env` is added to ours. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A process that outlives the command which started it. */
export interface ProcessRecord {
  readonly pid: number;
  /** When it started, in whatever form the system tells. A pid alone may have been given to another process since. */
  readonly started: string;
  /** File that takes everything the process prints. */
  readonly log: string;
}

const POLL_MS = 50;

/** Starts a program in a session of its own, so that neither Ctrl-C nor our end touches it. */
export function startDetached(program: Program, log: string): ProcessRecord {
  const output = openSync(log, 'a', 0o600);
  try {
    const child = spawn(program.command, program.args, {
      detached: true,
      stdio: ['ignore', output, output],
      env: childEnvironment(program.env ?? {}),
    });
    // Not to be run: `pid` is missing, and the event would end us before the reason is told below.
    child.once('error', () => {});
    child.unref();
    const started = child.pid === undefined ? undefined : startOf(child.pid);
    if (child.pid === undefined || started === undefined) {
      throw new Error(`${program.command} could not be started; ${log} may say why`);
    }
    return { pid: child.pid, started, log };
  } finally {
    closeSync(output);
  }
}

/** True while this very process runs, not another one with its pid. */
export function isRunning({ pid, started }: Pick<ProcessRecord, 'pid' | 'started'>): boolean {
  return startOf(pid) === started;
}

/**
 * Asks the process to end, and after `graceMs` ends it. Does nothing to another process that has its pid by now.
 *
 * @returns whether it was running.
 */
export async function stopProcess(target: ProcessRecord, graceMs: number): Promise<boolean> {
  if (!signal(target, 'SIGTERM')) return false;
  if (!(await isOver(target, graceMs))) {
    signal(target, 'SIGKILL');
    if (!(await isOver(target, graceMs))) throw new Error(`process ${target.pid} does not end`);
  }
  return true;
}

/** The end of what a process printed. */
export function lastLines(log: string, count = 12): string {
  try {
    return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  } catch {
    return '';
  }
}

function signal(target: ProcessRecord, name: NodeJS.Signals): boolean {
  if (!isRunning(target)) return false;
  try {
    process.kill(target.pid, name);
    return true;
  } catch {
    // It ended in between.
    return false;
  }
}

async function isOver(target: ProcessRecord, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; isRunning(target); waitedMs += POLL_MS) {
    if (waitedMs >= withinMs) return false;
    await sleep(POLL_MS);
  }
  return true;
}
