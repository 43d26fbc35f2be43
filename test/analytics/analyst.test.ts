import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { packageRoot } from '../../src/package-root.js';
import { historyOf } from '../query/history.js';
import { ReadModelFixture, readModels } from '../support/read-models.js';

const acme = historyOf('acme');

describe('the role headrace_analyst', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    await fixture.tell(acme.created(), acme.accepted('a-1'), ...acme.account('A-1', 7));
  });
  afterAll(() => fixture.database.drop());

  async function asAnalyst<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await fixture.database.pool.connect();
    try {
      await client.query('BEGIN; SET LOCAL ROLE headrace_analyst');
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it('given every view of the schema, then the role reads it', async () => {
    const { rows } = await fixture.database.pool.query<{ name: string }>(
      "SELECT viewname AS name FROM pg_views WHERE schemaname = 'analytics'",
    );
    expect(rows.length).toBeGreaterThan(280);
    await asAnalyst(async (client) => {
      for (const { name } of rows) await client.query(`SELECT * FROM analytics.${name} LIMIT 1`);
      const accounts = await client.query('SELECT account_number FROM analytics.accounts');
      expect(accounts.rows).toEqual([{ account_number: 'A-1' }]);
    });
  });

  it('given any other table, or a write, then the role is refused', async () => {
    const refused = (sql: string) =>
      expect(
        asAnalyst((client) => client.query(sql)),
        sql,
      ).rejects.toThrow(/permission denied/);
    await refused('SELECT FROM journal.events');
    await refused('SELECT FROM read_model.accounts');
    await refused('SELECT FROM event_history_v2.events');
    await refused('SELECT FROM intake.api_keys');
    await refused('DELETE FROM analytics.events');
    await refused('CREATE VIEW analytics.mine AS SELECT 1');
    await refused('SELECT analytics.let_analysts_read()');
  });

  it('given the roles that read for organisations and operators, then they are refused here', async () => {
    for (const role of ['headrace_organisation', 'headrace_operator']) {
      const client = await fixture.database.pool.connect();
      try {
        await client.query(`BEGIN; SET LOCAL ROLE ${role}`);
        await expect(client.query('SELECT FROM analytics.accounts')).rejects.toThrow(/permission denied/);
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    }
  });

  it('given views that are made anew, then the role reads them as before', async () => {
    const { pool } = fixture.database;
    await pool.query('UPDATE projector.projections SET views_sha256 = NULL');
    const store = createProjectionStore(pool, join(packageRoot, 'projections'));
    for (const projection of readModels) await store.ensure(projection);
    const read = await asAnalyst((client) =>
      client.query(
        'SELECT account_number FROM analytics.account_created JOIN analytics.accounts USING (account_number)',
      ),
    );
    expect(read.rows).toEqual([{ account_number: 'A-1' }]);
  });

  it('given a user that may not make roles, then nothing fails, and an administrator can make up for it', async () => {
    const { pool } = fixture.database;
    // Under another name, because the role itself is shared by all databases of the cluster.
    const { rows } = await pool.query<{ source: string }>(
      "SELECT pg_get_functiondef('analytics.let_analysts_read'::regproc) AS source",
    );
    const role = `test_analyst_${process.pid}`;
    const maker = `test_maker_${process.pid}`;
    const client = await pool.connect();
    try {
      await client.query(`BEGIN; CREATE ROLE ${maker} NOLOGIN; GRANT ALL ON SCHEMA analytics TO ${maker}`);
      await client.query((rows[0]?.source ?? '').replaceAll('headrace_analyst', role));
      await client.query(`GRANT EXECUTE ON FUNCTION analytics.let_analysts_read TO ${maker}`);
      await client.query(`SET LOCAL ROLE ${maker}`);
      const call = () => client.query<{ can: boolean }>('SELECT analytics.let_analysts_read() AS can');
      expect((await call()).rows).toEqual([{ can: false }]);
      await client.query(`RESET ROLE; CREATE ROLE ${role} NOLOGIN`);
      expect((await call()).rows).toEqual([{ can: true }]);
      await client.query(`SET LOCAL ROLE ${role}`);
      expect((await client.query('SELECT FROM analytics.accounts')).rowCount).toBe(1);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

describe('analytics.freshness', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
  });
  afterAll(() => fixture.database.drop());

  const freshness = async () => {
    const { rows } = await fixture.database.pool.query(
      'SELECT * FROM analytics.freshness ORDER BY read_model',
    );
    return rows;
  };

  it('given a log that is not applied, then it says how much is missing, until it is', async () => {
    await fixture.publish(acme.accepted('a-1'), acme.accepted('a-2', 1, 9));
    const behind = await freshness();
    expect(behind.map(({ read_model }) => read_model)).toEqual(readModels.map(({ name }) => name).toSorted());
    for (const row of behind) {
      expect(row).toMatchObject({ events_applied: 0, events_behind: 2, newest_event_at: null });
      expect(row.lag_seconds).toBeGreaterThan(0);
    }
    await fixture.apply();
    for (const row of await freshness()) {
      expect(row).toMatchObject({
        events_applied: 2,
        events_behind: 0,
        lag_seconds: 0,
        behind_since: null,
        events_parked: 0,
        newest_event_at: new Date('2026-01-01T00:09:00Z'),
      });
    }
  });
});
