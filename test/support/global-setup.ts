import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';
import { migrate } from '../../src/adapters/postgres/migrate.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a database on the run's server, from which others may be made. */
    serverUrl: string;
    /** Name of the migrated database that tests copy. */
    templateDatabase: string;
    /** Folder of this run; gone afterwards with everything in it. */
    runFolder: string;
  }
}

/**
 * Once a run: a folder, a PostgreSQL server in it (or that of TEST_DATABASE_URL) and a migrated template database.
 *
 * @returns what removes them again.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-test-'));
  // Entered, not read, by the user that PostgreSQL runs as when we are root.
  chmodSync(folder, 0o711);
  const removeFolder = removeWhenOver(folder);
  const template = `headrace_template_${process.pid}_${Date.now().toString(36)}`;
  const server = await startServer(folder);
  const teardown = async () => {
    await query(server.url, `DROP DATABASE IF EXISTS ${template}`);
    await server.stop();
    await removeFolder();
  };
  try {
    await query(server.url, `CREATE DATABASE ${template}`);
    await migrate(withDatabase(server.url, template));
  } catch (fault) {
    // vitest tears down only what was set up whole.
    await teardown();
    throw fault;
  }
  project.provide('serverUrl', server.url);
  project.provide('templateDatabase', template);
  project.provide('runFolder', folder);
  return teardown;
}

async function startServer(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: async () => {} };
  return startEmbeddedPostgres({ folder: join(folder, 'server'), log: console, durable: false });
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = database;
  return changed.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A process that outlives us by a moment: when its pipe to us closes, however we end (Ctrl-C, kill -9), it stops
 * every server left in the folder and removes the folder.
 */
function removeWhenOver(folder: string): () => Promise<void> {
  if (process.platform === 'win32') return async () => rmSync(folder, { recursive: true, force: true });
  // Again while the folder is there: a server may just be starting, an initdb still be writing.
  const script = `
    read -r _
    while [ -e "$0" ]; do
      find "$0" -name postmaster.pid | while read -r file; do
        pid=$(head -n 1 "$file") && kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
      done
      rm -rf "$0" || sleep 0.1
    done`;
  const remover = spawn('/bin/sh', ['-c', script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = new Promise<void>((done) => remover.once('exit', () => done()));
  return () => {
    remover.stdin.end();
    return gone;
  };
}
