import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction: commits what it resolves, rolls back what it throws. A connection that failed
 * to end its transaction is destroyed, so nobody inherits a half-open one.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Not awaited yet: it travels with the first query of the work, which fails where this does.
  const begun = client.query('BEGIN');
  begun.catch(() => {});
  try {
    const result = await work(client);
    await begun;
    // Work may have sent its own COMMIT together with its last query.
    if (isOpen(client)) await client.query('COMMIT');
    return result;
  } catch (error) {
    await begun.catch(() => {});
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
