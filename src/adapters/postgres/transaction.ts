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
    // `commitWith` of the journal commits by itself.
    if (isOpen(client)) await client.query('COMMIT');
    return result;
  } catch (error) {
    if (isOpen(client)) {
      await client.query('ROLLBACK').catch((fault: Error) => {
        broken = fault;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

const isOpen = (client: PoolClient) => client.getTransactionStatus() !== 'I';
