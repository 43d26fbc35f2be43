import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import {
  type Binaries,
  type EmbeddedLog,
  EmbeddedPostgresError,
  findBinaries,
  run,
} from './embedded-binaries.js';
import { findHome, type Home } from './embedded-home.js';
import { lockHolder, releaseLock, takeLock } from './embedded-lock.js';
import { launch, stopLeftover, stopServer } from './embedded-server.js';

export { EmbeddedPostgresError } from './embedded-binaries.js';

export interface EmbeddedPostgresOptions {
  /** Folder that everything is kept in; made where missing. */
  readonly folder: string;
  /** TCP port on 127.0.0.1; without it, that of the last time where it is free, or any. */
  readonly port?: number;
  readonly log: EmbeddedLog;
  /** False only for throw-away data: commits no longer survive a crash of the machine, and cost less. */
  readonly durable: boolean;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `headrace`, with its owner's password. */
  readonly url: string;
  readonly port: number;
  /** Resolves, with a reason, when the server has ended though nobody asked it to. */
  readonly lost: Promise<string>;
  /** Ends all connections and the server; everything committed is on disk afterwards. */
  stop(): Promise<void>;
}

/** Enough for a port lost to another process between being found free and being used, a few times in a row. */
const START_ATTEMPTS = 5;

/**
 * Starts a PostgreSQL server of our own from npm's binaries, for this machine only. A server which a killed process
 * of ours left behind is stopped first.
 *
 * @throws EmbeddedPostgresError where a person has to change something: folder in use, data of another version, …
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const home = await findHome(options.folder, log);
  const lock = join(home.path, 'headrace.lock');
  const holder = takeLock(lock);
  if (holder !== undefined) {
    throw new EmbeddedPostgresError(
      `Headrace already runs on ${options.folder} (process ${holder}). Stop it, or give this one a folder of its ` +
        'own with --data DIR.',
    );
  }
  try {
    const binaries = await findBinaries(home.path, home.account, log);
    await stopLeftover(home, binaries, log);
    const password = await openData(home, binaries, options.durable);
    const { port, ended, untilEnded } = await startServer(home, binaries, options);
    const url = serverUrl(password, port);
    await makeDatabase(url);
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await stopServer(home, binaries, log);
      // It lives a little longer than its file says. Were nobody to wait, this process might end here, and say nothing.
      await untilEnded();
      releaseLock(lock);
    };
    return {
      url: url('headrace'),
      port,
      lost: ended.then((reason) => (stopping ? new Promise<never>(() => {}) : reason)),
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    releaseLock(lock);
    throw error;
  }
}

/** Connection string of the server that another process of ours runs on `folder`; undefined where none does. */
export async function runningEmbeddedPostgres(folder: string, log: EmbeddedLog): Promise<string | undefined> {
  // A home is looked for, and made, only where there was one before.
  if (!['postgres', 'postgres-home'].some((name) => existsSync(join(folder, name)))) return undefined;
  const { path } = await findHome(folder, log);
  if (lockHolder(join(path, 'headrace.lock')) === undefined) return undefined;
  const kept = (name: string) => readFileSync(join(path, name), 'utf8').trim();
  return serverUrl(kept('password'), Number(kept('port')))('headrace');
}

const serverUrl = (password: string, port: number) => (database: string) =>
  `postgres://headrace:${password}@127.0.0.1:${port}/${database}`;

/** Makes the data folder at the first start. @returns the password of its owner. */
async function openData(home: Home, binaries: Binaries, durable: boolean): Promise<string> {
  const data = join(home.path, 'data');
  const passwordFile = join(home.path, 'password');
  if (existsSync(data)) {
    const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
    if (version === binaries.major) return readFileSync(passwordFile, 'utf8').trim();
    throw new EmbeddedPostgresError(
      `The data in ${data} were written by PostgreSQL ${version}, and this is PostgreSQL ${binaries.major}. Dump ` +
        'them with that version and restore them here, or give another folder with --data DIR.',
    );
  }
  const password = randomBytes(24).toString('base64url');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (home.account) chownSync(passwordFile, home.account.uid, home.account.gid);
  // Made aside and renamed, so that an interrupted first start leaves nothing that looks like data.
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  const made = await run(
    binaries.path('initdb'),
    [
      `--pgdata=${draft}`,
      '--username=headrace',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point and knows all letters, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    home.account,
  );
  if (!made.ok) throw new EmbeddedPostgresError(`PostgreSQL's data could not be made: ${made.output}`);
  renameSync(draft, data);
  return password;
}

async function startServer(home: Home, binaries: Binaries, options: EmbeddedPostgresOptions) {
  const portFile = join(home.path, 'port');
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  let port = options.port ?? ((last > 0 && (await freePort(last))) || (await freePort(0)) || 0);
  for (let attempt = 1; ; attempt++) {
    const started = await launch(home, binaries, { port, durable: options.durable, log: options.log });
    if (started.ready) {
      writeFileSync(portFile, `${port}\n`);
      return { port, ended: started.ended, untilEnded: started.untilEnded };
    }
    if (!started.portTaken || options.port !== undefined || attempt === START_ATTEMPTS) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${started.reason}`);
    }
    port = (await freePort(0)) || 0;
  }
}

/** The port itself where it is free (any free one for 0), otherwise undefined. */
function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(undefined));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

async function makeDatabase(url: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = 'headrace'");
    if (rowCount === 0) await client.query('CREATE DATABASE headrace');
  } finally {
    await client.end();
  }
}
