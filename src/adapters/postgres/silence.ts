import { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/**
 * Cuts a connection on which a query is under way and nothing has come or gone for so long; the query fails. The driver's
 * own `query_timeout` makes a timer for each query, and within that timer's reach lies all that the query carries: it
 * outlived the quick collections of young garbage, and the heap grew by as much as was stored.
 */
export function cutWhenSilent(client: PoolClient, silenceMs: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) return;
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    // While nothing is asked, silence is the rule.
    if (!isIdle(client)) stream.destroy(new Error(`no answer on this connection for ${silenceMs} ms`));
  });
}

const isIdle = (client: PoolClient) => Reflect.get(client, 'readyForQuery') === true;
