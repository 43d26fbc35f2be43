import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';
import { testFolder } from '../support/folder.js';

const silent = { info() {}, warn() {} };
const isRoot = process.getuid?.() === 0;

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Starts a process that holds a server on `folder`; resolves when it has said where, or why not. */
async function holdServer(folder: string): Promise<{ holder: ChildProcess; url: string; error: string }> {
  const script = fileURLToPath(new URL('hold-server.ts', import.meta.url));
  const holder = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(holder.stdout), 'line');
  return { holder, url: '', error: '', ...JSON.parse(line) };
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  await once(process, 'exit');
}

function postmasterPid(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Whether it runs: one that ended and was not yet collected by its parent does not. */
function alive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

describe('the embedded PostgreSQL', () => {
  test('given a server that lives longer than its file says, when stopped, then the process waits for it', async () => {
    const script = fileURLToPath(new URL('stop-server.ts', import.meta.url));
    const stopper = spawn(process.execPath, ['--import', 'tsx', script, testFolder()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(stopper, 'exit');
    const lines = createInterface(stopper.stdout)[Symbol.asyncIterator]();
    const server = Number((await lines.next()).value);
    await expect(Promise.race([ended, sleep(1_000, 'waits')])).resolves.toBe('waits');
    process.kill(server, 'SIGINT');
    expect((await lines.next()).value).toBe('stopped');
    expect(await ended).toEqual([0, null]);
  });

  test('given an empty folder, when started and stopped twice, then data, port and password stay', async () => {
    const folder = testFolder();
    const first = await startEmbeddedPostgres({ folder, log: silent, durable: true });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    await expect(query(first.url, 'SELECT')).rejects.toThrow(/ECONNREFUSED/);
    const second = await startEmbeddedPostgres({ folder, log: silent, durable: true });
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  test('given it runs, then it is this machine only, with a password, durable, in UTF-8 and UTC', async () => {
    const folder = testFolder();
    const server = await startEmbeddedPostgres({ folder, log: silent, durable: true });
    const [row] = await query(
      server.url,
      `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
         current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding,
         current_setting('TimeZone') AS zone, 'é' < 'z' AS by_locale, upper('é') AS upper`,
    );
    expect(row).toEqual({
      addresses: '127.0.0.1',
      sockets: '',
      fsync: 'on',
      encoding: 'UTF8',
      zone: 'UTC',
      by_locale: false,
      upper: 'É',
    });
    const wrong = new URL(server.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'SELECT')).rejects.toThrow(/password authentication failed/);
    expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'postgres')).mode & 0o077).toBe(isRoot ? 0 : expect.anything());
    await server.stop();
  });

  test('given Ctrl-C in the terminal, then the server does not get it: it has a process group of its own', async () => {
    const folder = testFolder();
    const server = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    const groupOf = (pid: number) =>
      execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' });
    expect(groupOf(postmasterPid(folder))).not.toBe(groupOf(process.pid));
    await server.stop();
  });

  test('given a process killed with its server running, when started again, then all that was committed is there', async () => {
    const folder = testFolder();
    const { holder, url } = await holdServer(folder);
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    const left = postmasterPid(folder);
    await kill(holder);
    expect(alive(left)).toBe(true);
    const warnings: string[] = [];
    const log = { info() {}, warn: (message: string) => warnings.push(message) };
    const server = await startEmbeddedPostgres({ folder, log, durable: true });
    expect(warnings.join()).toContain(`process ${left}`);
    expect(alive(left)).toBe(false);
    expect(server.url).toBe(url);
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 1 }]);
    await server.stop();
  });

  test('given everything killed in the middle of writing, when started again, then it recovers', async () => {
    const folder = testFolder();
    const { holder, url } = await holdServer(folder);
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS answer');
    const busy = new pg.Client({ connectionString: url });
    busy.on('error', () => {});
    await busy.connect();
    const cut = busy.query('INSERT INTO kept SELECT generate_series(1, 100000000)').catch(() => 'cut');
    process.kill(postmasterPid(folder), 'SIGKILL');
    await kill(holder);
    const server = await startEmbeddedPostgres({ folder, log: silent, durable: true });
    expect(await cut).toBe('cut');
    expect(await query(server.url, 'SELECT answer FROM kept')).toEqual([{ answer: 1 }]);
    await server.stop();
  });

  test('given a live process on the folder, when a second starts, then it is told the pid and what to do', async () => {
    const folder = testFolder();
    const { holder, url } = await holdServer(folder);
    const second = startEmbeddedPostgres({ folder, log: silent, durable: true });
    await expect(second).rejects.toThrow(EmbeddedPostgresError);
    await expect(second).rejects.toThrow(new RegExp(`process ${holder.pid}\\b.*--data DIR`));
    expect(await query(url, 'SELECT 1 AS still')).toEqual([{ still: 1 }]);
    holder.stdin?.end();
    await once(holder, 'exit');
  });

  test('given several processes at once on a folder left with a stale lock, then exactly one gets it', async () => {
    const folder = testFolder();
    const { holder } = await holdServer(folder);
    await kill(holder);
    const all = await Promise.all([holdServer(folder), holdServer(folder), holdServer(folder)]);
    expect(all.filter(({ url }) => url !== '')).toHaveLength(1);
    expect(all.filter(({ error }) => error.includes('already runs'))).toHaveLength(2);
    for (const { holder: live, url } of all) {
      if (url === '') continue;
      live.stdin?.end();
      await once(live, 'exit');
    }
  });

  test('given pids of a lock and a server that belong to other programs now, then both are taken for stale', async () => {
    const folder = testFolder();
    await (await startEmbeddedPostgres({ folder, log: silent, durable: true })).stop();
    const stranger = spawn('sleep', ['60']);
    writeFileSync(join(folder, 'postgres/headrace.lock'), `{"pid":${stranger.pid},"started":"long ago"}`);
    writeFileSync(
      join(folder, 'postgres/data/postmaster.pid'),
      `${stranger.pid}\n${join(folder, 'postgres/data')}\n0\n5432\n\n127.0.0.1\n\nready\n`,
    );
    const server = await startEmbeddedPostgres({ folder, log: silent, durable: true });
    expect(await query(server.url, 'SELECT 1 AS fine')).toEqual([{ fine: 1 }]);
    expect(stranger.exitCode).toBeNull();
    await kill(stranger);
    await server.stop();
  });

  test('given its port taken meanwhile, then another is used; a port that was asked for is not replaced', async () => {
    const folder = testFolder();
    const first = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    await first.stop();
    const squatter = createServer().listen(first.port, '127.0.0.1');
    await once(squatter, 'listening');
    const second = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    expect(second.port).not.toBe(first.port);
    await second.stop();
    const asked = startEmbeddedPostgres({ folder, port: first.port, log: silent, durable: false });
    await expect(asked).rejects.toThrow(/Address already in use/);
    squatter.close();
  });

  test('given data of another PostgreSQL version, then the error says so and the data are untouched', async () => {
    const folder = testFolder();
    await (await startEmbeddedPostgres({ folder, log: silent, durable: false })).stop();
    const versionFile = join(folder, 'postgres/data/PG_VERSION');
    const version = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, '14\n');
    const old = startEmbeddedPostgres({ folder, log: silent, durable: false });
    await expect(old).rejects.toThrow(/PostgreSQL 14, and this is PostgreSQL \d+/);
    writeFileSync(versionFile, version);
    await (await startEmbeddedPostgres({ folder, log: silent, durable: false })).stop();
  });

  test('given a first start that was interrupted, when started again, then it begins anew', async () => {
    const folder = testFolder();
    mkdirSync(join(folder, 'postgres/data.new/base'), { recursive: true });
    writeFileSync(join(folder, 'postgres/password'), 'unused\n');
    const server = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    expect(await query(server.url, 'SELECT 1 AS fine')).toEqual([{ fine: 1 }]);
    await server.stop();
  });

  test('given the server dies, then its owner is told; given it is stopped, then not', async () => {
    const folder = testFolder();
    const doomed = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    process.kill(postmasterPid(folder), 'SIGQUIT');
    expect(await doomed.lost).toContain('immediate shutdown');
    await doomed.stop();
    const stopped = await startEmbeddedPostgres({ folder, log: silent, durable: false });
    await stopped.stop();
    expect(await Promise.race([stopped.lost, 'quiet'])).toBe('quiet');
  });

  test.runIf(isRoot)(
    'given root and a folder closed to others, then the data live elsewhere, and stay there',
    async () => {
      const folder = testFolder();
      chmodSync(folder, 0o700);
      const first = await startEmbeddedPostgres({ folder, log: silent, durable: false });
      const home = readFileSync(join(folder, 'postgres-home'), 'utf8').trim();
      try {
        expect(home.startsWith(folder)).toBe(false);
        await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS answer');
        await first.stop();
        expect(existsSync(join(folder, 'postgres'))).toBe(false);
        chmodSync(folder, 0o755);
        const second = await startEmbeddedPostgres({ folder, log: silent, durable: false });
        expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 7 }]);
        await second.stop();
      } finally {
        await first.stop();
        rmSync(home, { recursive: true, force: true });
      }
      const gone = startEmbeddedPostgres({ folder, log: silent, durable: false });
      await expect(gone).rejects.toThrow(/is gone/);
    },
  );

  test.runIf(isRoot)(
    'given root and data whose folder was closed since, then it refuses to begin anew',
    async () => {
      const folder = testFolder();
      await (await startEmbeddedPostgres({ folder, log: silent, durable: false })).stop();
      chmodSync(folder, 0o700);
      const closed = startEmbeddedPostgres({ folder, log: silent, durable: false });
      await expect(closed).rejects.toThrow(/cannot enter that folder any more/);
    },
  );
});
