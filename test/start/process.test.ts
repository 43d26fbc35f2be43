import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { createIntakeStore } from '../../src/adapters/postgres/intake.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { type ApiClient, connect, expectStatus } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { packageRoot } from '../../src/package-root.js';
import { createOperatorKey } from '../../src/start/operator-key.js';
import { goodAccounts } from '../support/accounts.js';
import { testFolder } from '../support/folder.js';

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
  readonly lines: string[];
}

/** Starts headrace as its users do, in a process group of its own as a terminal would. */
async function launch(folder: string): Promise<Service> {
  const main = join(packageRoot, 'src/main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', main, '--port', '0', '--data', folder], {
    cwd: packageRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const entry = JSON.parse(line);
      if (entry.msg === 'headrace runs') resolve(entry.url);
    });
    child.once('exit', (code) => reject(new Error(`exit code ${code}: ${lines.join('\n')}`)));
  });
  return { child, url, lines };
}

/** A key to operate with, made beside the running service. */
async function operatorKey(folder: string): Promise<string> {
  const read = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8').trim();
  const url = `postgres://headrace:${read('password')}@127.0.0.1:${read('port')}/headrace`;
  const pool = createPool(url, { max: 1, applicationName: 'test', onIdleError: () => {} });
  try {
    return await createOperatorKey(createIntakeStore(pool, await openJournal(pool, 6)), 'test');
  } finally {
    await pool.end();
  }
}

/** Sends accounts, a few at a time, until the service is gone. @returns the locations of those it accepted. */
async function sendUntilGone(client: ApiClient, accounts: readonly unknown[]): Promise<string[]> {
  const accepted: string[] = [];
  const waiting = accounts[Symbol.iterator]();
  const lane = async () => {
    for (const account of waiting) {
      const answer = await client.post('/v1/data-import/accounts/', account);
      if (answer.status === 503) return;
      accepted.push(expectStatus(answer, 202).headers.get('location') ?? '');
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: 4 }, lane));
  for (const lane of lanes) {
    // A connection that is refused or cut; anything else is a fault of the test or the service.
    if (lane.status === 'rejected') expect(lane.reason).toBeInstanceOf(TypeError);
  }
  return accepted;
}

/** Process ids of PostgreSQL servers on this folder's data. */
const serversOf = (folder: string) =>
  spawnSync('pgrep', ['-f', `postgres -D ${folder}/`], { encoding: 'utf8' }).stdout.trim();

/** Sends accounts to a new service, ends it by `signal` in the middle, and looks for what it had accepted in a second one. */
async function endedInTheMiddle(end: (service: Service) => void) {
  const folder = testFolder();
  const first = await launch(folder);
  const operator = await connect(first.url, await operatorKey(folder));
  const { apiKey, importSupplier } = await prepareImport(operator);
  const accounts = goodAccounts(5_000, { importSupplier });
  const sending = sendUntilGone(await connect(first.url, apiKey), accounts);
  await new Promise((resume) => setTimeout(resume, 500));
  const endedAt = performance.now();
  end(first);
  const [exitCode] = await once(first.child, 'exit');
  const stoppedAfterMs = performance.now() - endedAt;
  const accepted = await sending;
  const servers = serversOf(folder);

  const second = await launch(folder);
  const client = await connect(second.url, apiKey);
  for (const location of accepted) {
    // An error is an outcome too: the supplier has no participant id for gas.
    const state = async () => (await client.get(location)).body['state'];
    await expect.poll(state, { timeout: 20_000 }).toMatch(/^(complete|error)$/);
  }
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  return { exitCode, stoppedAfterMs, accepted: accepted.length, servers, left: serversOf(folder) };
}

describe('a process that imports', () => {
  test('given SIGTERM in the middle, then it ends in order within 10 s, and all it accepted is there', async () => {
    const result = await endedInTheMiddle(({ child }) => child.kill('SIGTERM'));
    expect(result).toMatchObject({ exitCode: 0, servers: '', left: '' });
    expect(result.stoppedAfterMs).toBeLessThan(10_000);
    expect(result.accepted).toBeGreaterThan(0);
  }, 60_000);

  test('given Ctrl-C in the terminal, which all of its processes would get, then the same', async () => {
    const result = await endedInTheMiddle(({ child }) => process.kill(-(child.pid ?? 0), 'SIGINT'));
    expect(result).toMatchObject({ exitCode: 0, servers: '', left: '' });
  }, 60_000);

  test('given kill -9, then all it accepted is there, and the server left behind is stopped in the end', async () => {
    const result = await endedInTheMiddle(({ child }) => child.kill('SIGKILL'));
    expect(result).toMatchObject({ exitCode: null, left: '' });
    expect(result.servers).not.toBe('');
  }, 60_000);

  test('given its PostgreSQL dies, then it says so and ends with exit code 1', async () => {
    const folder = testFolder();
    const service = await launch(folder);
    const [postmaster = ''] = readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(postmaster), 'SIGQUIT');
    expect(await once(service.child, 'exit')).toEqual([1, null]);
    expect(service.lines.join('\n')).toContain('headrace ends because of a fault');
  }, 60_000);

  test('given settings that cannot be used, then it says which and ends with exit code 1', () => {
    const main = join(packageRoot, 'src/main.ts');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', main, '--port', 'abc', '--roles', 'baker'],
      { cwd: packageRoot, encoding: 'utf8' },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/PORT .*\n +ROLES /);
    expect(stderr).not.toMatch(/\n +at /);
  });
});
