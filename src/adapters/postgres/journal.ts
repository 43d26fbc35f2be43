import type { Pool, PoolClient } from 'pg';
import type { EventToAppend, Position } from '../../event/index.js';
import { type AppendedRow, appending, appendParameters, toPosition } from './journal-append.js';
import { inTransaction, sendTogether } from './transaction.js';

/** Appends events in the caller's transaction, as its end. */
export interface JournalWriter {
  readonly partitionCount: number;
  /**
   * Appends `events`, each behind those of its partition that came before it in the list, and commits the
   * transaction: it locks the partitions it needs until then, so nothing may come after it.
   *
   * @returns the newest position in each partition that took an event: what a reader must reach to have seen them.
   */
  commitWith(client: PoolClient, events: readonly EventToAppend[]): Promise<Position[]>;
}

/** Makes the partitions on first use; afterwards their count is the installation's, whatever is asked for. */
export async function openJournal(pool: Pool, wantedPartitions: number): Promise<JournalWriter> {
  const partitionCount = await inTransaction(pool, async (client) => {
    // Of two first starts with different counts, the later must see what the earlier has made.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('headrace journal partitions'))");
    await client.query(
      `INSERT INTO journal.partitions (partition)
       SELECT generate_series(0, $1::int - 1) WHERE NOT EXISTS (SELECT FROM journal.partitions)`,
      [wantedPartitions],
    );
    const { rows } = await client.query<{ count: number }>('SELECT count(*) FROM journal.partitions');
    return rows[0]?.count ?? 0;
  });
  return { partitionCount, commitWith: (client, events) => commitWith(client, events, partitionCount) };
}

const APPEND = {
  name: 'journal-append',
  text: `SELECT * FROM journal.append(${appendParameters(1)})`,
};

async function commitWith(
  client: PoolClient,
  events: readonly EventToAppend[],
  partitionCount: number,
): Promise<Position[]> {
  if (events.length === 0) return [];
  const values = [...appending(events, partitionCount).values];
  // Not awaited in between: on a pipelined connection both are on their way, and the locks are not held while this
  // process is busy with something else. Where the append fails, this commit rolls back.
  const [{ rows }] = await sendTogether(client, () =>
    Promise.all([client.query<AppendedRow>({ ...APPEND, values }), client.query('COMMIT')]),
  );
  return rows.map(toPosition);
}
