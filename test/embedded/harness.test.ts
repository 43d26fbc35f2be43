import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/adapters/postgres/migrate.js';
import { createTestDatabase } from '../support/postgres.js';

describe('a test database', () => {
  test('given two of them, when one is written, then the other stays empty, and both have all migrations', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.pool.query('INSERT INTO journal.partitions (partition) VALUES (0)');
    const { rows } = await two.pool.query('SELECT * FROM journal.partitions');
    expect(rows).toEqual([]);
    await Promise.all([one.drop(), two.drop()]);
  });

  test('given a connection left open, when it is dropped, then the test fails and the database is gone all the same', async () => {
    const database = await createTestDatabase();
    const leak = new pg.Client({ connectionString: database.url, application_name: 'leaky' });
    const cut = new Promise((done) => leak.on('error', done));
    await leak.connect();
    await expect(database.drop()).rejects.toThrow(/left open:\nleaky/);
    await cut;
    await leak.end().catch(() => {});
    await expect(new pg.Client({ connectionString: database.url }).connect()).rejects.toThrow(
      /does not exist/,
    );
  });

  test('given a migrated database, when several migrate it at once, then all succeed and nothing changes', async () => {
    const database = await createTestDatabase();
    const before = await database.pool.query('SELECT name, run_on FROM headrace.migrations ORDER BY id');
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const after = await database.pool.query('SELECT name, run_on FROM headrace.migrations ORDER BY id');
    expect(after.rows).toEqual(before.rows);
    expect(after.rows.length).toBeGreaterThan(0);
    await database.drop();
  });
});
