import type { Pool, PoolClient } from 'pg';

/**
 * Runs `work` in one transaction: commits what it resolves, rolls back what it throws. A connection that failed
 * to end its transaction is destroyed, so nobody inherits a half-open one.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Not awaited yet: it travels with the first queries of the work, which fail where it does.
  let begun: Promise<unknown> = Promise.resolve();
  try {
    const result = await sendTogether(client, () => {
      begun = client.query('BEGIN');
      begun.catch(() => {});
      return work(client);
    });
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

/**
 * Has all that `send` asks of the connection, before it waits for anything, leave in one write: one for each query costs
 * this process, and the server that wakes for it, more than a small query itself does.
 */
export function sendTogether<T>(client: PoolClient, send: () => T): T {
  const { stream } = client.connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

const isOpen = (client: PoolClient) => client.getTransactionStatus() !== 'I';
