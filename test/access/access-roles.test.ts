import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccessRolesError } from '../../src/adapters/postgres/access-roles.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { testFolder } from '../support/folder.js';

// A server of its own: roles are the server's, and here they are missing at first.
let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres({ folder: testFolder(), log: console, durable: false });
  await onServer("CREATE ROLE plain LOGIN PASSWORD 'p'");
  await onServer("CREATE ROLE maker LOGIN PASSWORD 'p' CREATEROLE");
});
afterAll(() => server.stop());

async function onServer(sql: string, url = server.url): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** A database of a user, as which its URL connects. */
async function databaseOf(user: string, database = user): Promise<string> {
  await onServer(`CREATE DATABASE ${database} OWNER ${user}`);
  return urlOf(user, database);
}

function urlOf(user: string, database: string): string {
  const url = new URL(server.url);
  Object.assign(url, { username: user, password: 'p', pathname: database });
  return url.href;
}

describe('given a server without the roles', () => {
  test('when a user may not make them, then migrating changes nothing and says what an administrator has to run', async () => {
    const url = await databaseOf('plain');
    const error = await migrate(url).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(AccessRolesError);
    const told = String(error);
    expect(told).toContain(
      'CREATE ROLE headrace_organisation NOLOGIN; CREATE ROLE headrace_operator NOLOGIN;',
    );
    expect(told).toContain('GRANT headrace_organisation, headrace_operator TO plain;');
    expect((await onServer("SELECT FROM pg_namespace WHERE nspname = 'intake'", url)).rowCount).toBe(0);
  });

  test('when databases of one server are migrated at once by a user that may, then each gets its policies', async () => {
    const urls: string[] = [];
    for (const n of [1, 2, 3, 4]) urls.push(await databaseOf('maker', `made_${n}`));
    await Promise.all(urls.map((url) => migrate(url)));
    for (const url of urls) {
      await onServer('SET ROLE headrace_operator; SELECT FROM intake.organisations', url);
      expect(
        (await onServer("SELECT FROM pg_policy WHERE polname = 'operator'", url)).rowCount,
      ).toBeGreaterThan(4);
    }
  });
});

describe('given a server that has the roles', () => {
  test('when a user may not take them, then an administrator has to let it, and then it works', async () => {
    const url = urlOf('plain', 'plain');
    const error = await migrate(url).catch((fault: unknown) => fault);
    const told = String(error);
    expect(told).not.toContain('CREATE ROLE');
    await onServer(/GRANT [^;]+;/.exec(told)?.[0] ?? '');
    await migrate(url);
    await migrate(url);
  });

  test('when one of them sees everything anyway, then it is refused', async () => {
    await onServer('ALTER ROLE headrace_organisation BYPASSRLS');
    try {
      await expect(migrate(server.url)).rejects.toThrow('must be neither SUPERUSER nor BYPASSRLS');
    } finally {
      await onServer('ALTER ROLE headrace_organisation NOBYPASSRLS');
    }
  });
});
