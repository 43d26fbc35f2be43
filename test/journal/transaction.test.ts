import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool, type Pool, type PoolClient } from '../../src/adapters/postgres/pool.js';
import { inTransaction, sendTogether } from '../../src/adapters/postgres/transaction.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

describe('a transaction', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection: a transaction that does not give it back stops the next.
    pool = createPool(database.url, { max: 1, applicationName: 'test', onIdleError: () => {} });
    await pool.query('CREATE TABLE told (word text PRIMARY KEY)');
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const tell = (client: PoolClient, word: string) =>
    client.query('INSERT INTO told (word) VALUES ($1)', [word]);
  const told = async () =>
    (await pool.query('SELECT word FROM told ORDER BY word')).rows.map(({ word }) => word);
  /** Writes that are held back, so that they leave together. */
  const heldBack = (client: PoolClient) => {
    const { stream } = client.connection;
    return [stream.writableCorked, stream.writableLength > 0];
  };

  it('given queries that wait for nothing, then they are sent together, and nothing is held back behind them', async () => {
    const seen = await inTransaction(pool, async (client) => {
      const telling = [tell(client, 'a'), tell(client, 'b'), client.query('COMMIT')];
      const before = heldBack(client);
      await Promise.all(telling);
      return [before, heldBack(client)];
    });
    expect(seen).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(await told()).toEqual(['a', 'b']);
  });

  it('given work that throws before it asks for anything, then the connection is given back, and nothing is held back', async () => {
    const fails = inTransaction(pool, () => {
      throw new Error('not today');
    });
    await expect(fails).rejects.toThrow('not today');
    expect(await inTransaction(pool, async (client) => heldBack(client)[0])).toBe(1);
    expect(await told()).toEqual(['a', 'b']);
  });

  it('given a query that fails, then all of it is undone, and the failure told', async () => {
    const fails = inTransaction(pool, (client) =>
      sendTogether(client, () => Promise.all([tell(client, 'c'), tell(client, 'a')])),
    );
    await expect(fails).rejects.toMatchObject({ code: '23505' });
    expect(await told()).toEqual(['a', 'b']);
  });
});
