import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction: commits what it resolves, rolls back what it throws. A connection that failed
 * to end its transaction is destroyed, so nobody inherits a half-open one.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((fault: Error) => {
      broken = fault;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
