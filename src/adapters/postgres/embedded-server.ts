import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, type EmbeddedLog, EmbeddedPostgresError, run } from './embedded-binaries.js';
import type { Home } from './embedded-home.js';
import { isAlive, isServerOf, kill, orphansOf } from './embedded-processes.js';

/** What became of an attempt to start the server. */
export type Launch =
  | {
      readonly ready: true;
      /** Why it ended, once it has. By itself it does not keep this process alive. */
      readonly ended: Promise<string>;
      /** Waits for the end: until then this process lives. */
      untilEnded(): Promise<string>;
    }
  | { readonly ready: false; readonly portTaken: boolean; readonly reason: string };

export interface LaunchOptions {
  readonly port: number;
  readonly durable: boolean;
  readonly log: EmbeddedLog;
}

/** What docs/services.md advises for any other server, too. */
export const SETTINGS = {
  // This machine only, and no socket in a folder that others share.
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  // Behind each checkpoint a page goes to the log whole when it first changes: checkpoints by time, not by amount, while an
  // import writes a lot.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  // Short statements by the thousand: compiling one costs more than running it.
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

const THROW_AWAY = {
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
};

const MEGABYTE = 2 ** 20;

/**
 * An eighth of the memory, which the service and its clients live in too; from 128 MB to 4 GB. Pages of indexes that do
 * not stay there are read and written again and again; what is not needed is not taken.
 *
 * https://www.postgresql.org/docs/current/runtime-config-resource.html#GUC-SHARED-BUFFERS
 */
export function sharedBuffers(memoryBytes: number): string {
  const megabytes = Math.floor(memoryBytes / 8 / MEGABYTE);
  return `${Math.min(4_096, Math.max(128, megabytes))}MB`;
}

/** What this process may use: in a container that is less than the machine has. */
function memoryBytes(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const POLL_MS = 20;
/** How often a start that takes long (recovery after a crash) says so. */
const PATIENCE_MS = 5_000;

/** Starts the server and waits until it takes connections, or has ended. */
export async function launch(home: Home, binaries: Binaries, options: LaunchOptions): Promise<Launch> {
  const data = join(home.path, 'data');
  const logFile = join(home.path, 'postgres.log');
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.1`);
  const output = openSync(logFile, 'w', 0o600);
  const settings = {
    ...SETTINGS,
    ...(options.durable ? { shared_buffers: sharedBuffers(memoryBytes()) } : THROW_AWAY),
    port: String(options.port),
  };
  const child = spawn(
    binaries.path('postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A process group of its own: Ctrl-C in the terminal asks us to stop, and we stop it last.
    { cwd: data, detached: true, stdio: ['ignore', output, output], ...home.account },
  );
  closeSync(output);
  let over: string | undefined;
  const ended = new Promise<string>((done) => {
    const end = (what: string) => {
      over = `${what}; its last words: ${lastLines(logFile)}`;
      done(over);
    };
    child.once('error', (error) => end(`PostgreSQL could not be run (${error.message})`));
    child.once('exit', (code, signal) => end(`PostgreSQL ended (${signal ?? `exit code ${code}`})`));
  });
  // Postgres alone must not keep a process alive that has nothing more to do.
  child.unref();
  const untilEnded = () => {
    child.ref();
    return ended;
  };
  for (let waitedMs = 0; over === undefined; waitedMs += POLL_MS) {
    if (serverStatus(data)?.state === 'ready' && serverStatus(data)?.pid === child.pid)
      return { ready: true, ended, untilEnded };
    if (waitedMs > 0 && waitedMs % PATIENCE_MS === 0) options.log.info('PostgreSQL is still starting');
    await sleep(POLL_MS);
  }
  return { ready: false, portTaken: /could not bind/.test(over), reason: over };
}

/** Stops the server: at once for its clients, with all that was committed on disk. */
export async function stopServer(home: Home, binaries: Binaries, log: EmbeddedLog): Promise<void> {
  const data = join(home.path, 'data');
  if (serverStatus(data) === undefined) return;
  const stop = (mode: string, seconds: number) =>
    run(binaries.path('pg_ctl'), ['stop', '-D', data, '-m', mode, '-w', '-t', String(seconds)], home.account);
  const fast = await stop('fast', 8);
  if (fast.ok || serverStatus(data) === undefined) return;
  log.warn(`PostgreSQL did not stop in time and recovers at its next start: ${fast.output}`);
  const immediate = await stop('immediate', 8);
  if (!immediate.ok) throw new EmbeddedPostgresError(`PostgreSQL could not be stopped: ${immediate.output}`);
}

/** Stops whatever a killed process of ours, or a killed server, left running on these data. */
export async function stopLeftover(home: Home, binaries: Binaries, log: EmbeddedLog): Promise<void> {
  const data = join(home.path, 'data');
  const left = serverStatus(data);
  if (left === undefined) return;
  if (isServerOf(data, left.pid)) {
    log.warn(`PostgreSQL (process ${left.pid}) was left running by a headrace that was killed: stopping it`);
    await stopServer(home, binaries, log);
    return;
  }
  // Their server is gone, so they can commit nothing any more; but PostgreSQL refuses to start while they live, and
  // they only notice when their statements end.
  for (const pid of orphansOf(data)) kill(pid);
  while (orphansOf(data).length > 0) await sleep(POLL_MS);
  // The process id is another program's by now; PostgreSQL would take that for its own and refuse to start.
  if (isAlive(left.pid)) rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** What `postmaster.pid` says: process id in line 1, state in line 8; undefined where there is no such file. */
function serverStatus(data: string): { pid: number; state: string | undefined } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), state: lines[7]?.trim() };
  } catch {
    return undefined;
  }
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n') : '';
}
