import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createPool, type Pool } from '../../src/adapters/postgres/pool.js';

export interface TestDatabase {
  readonly url: string;
  readonly pool: Pool;
  /** Ends `pool` and removes the database. Rejects, naming them, when other connections to it are still open. */
  drop(): Promise<void>;
}

/** How long closing connections may take to be gone from the server's list. */
const CLOSING_MS = 2_000;

/**
 * An empty database with all migrations, for one test file: make it in `beforeAll`, drop it in `afterAll`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`));
  const url = new URL(inject('serverUrl'));
  url.pathname = name;
  const pool = createPool(url.href, {
    max: 5,
    applicationName: 'test',
    onIdleError: (error) => {
      throw error;
    },
  });
  const drop = async () => {
    await pool.end();
    await onServer(async (server) => {
      const leaked = await openConnections(server, name);
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      if (leaked.length > 0) throw new Error(`Connections were left open:\n${leaked.join('\n')}`);
    });
  };
  return { url: url.href, pool, drop };
}

async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: inject('serverUrl') });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

async function openConnections(server: pg.Client, database: string): Promise<string[]> {
  const deadline = Date.now() + CLOSING_MS;
  for (;;) {
    const { rows } = await server.query<{ line: string }>(
      `SELECT format('%s (%s): %s', application_name, state, left(query, 200)) AS line
       FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
      [database],
    );
    if (rows.length === 0 || Date.now() > deadline) return rows.map((row) => row.line);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}
