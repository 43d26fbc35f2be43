import type { Pool, PoolClient } from 'pg';
import { type EventToAppend, type Position, partitionOf } from '../../event/index.js';
import { inTransaction } from './transaction.js';

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
  text: 'SELECT * FROM journal.append($1::smallint[], $2::integer[], $3::json, $4::bytea)',
};

async function commitWith(
  client: PoolClient,
  events: readonly EventToAppend[],
  partitionCount: number,
): Promise<Position[]> {
  if (events.length === 0) return [];
  const counts = new Map<number, number>();
  let start = 1;
  const rows = events.map(({ envelope, payload }) => {
    const partition = partitionOf(envelope.key, partitionCount);
    const rank = (counts.get(partition) ?? 0) + 1;
    counts.set(partition, rank);
    const row = { ...envelope, partition, rank, start, length: payload.length };
    start += payload.length;
    return row;
  });
  const appending = client.query<{ partition: number; last_sequence: number }>({
    ...APPEND,
    values: [
      [...counts.keys()],
      [...counts.values()],
      JSON.stringify(rows),
      Buffer.concat(events.map(({ payload }) => payload)),
    ],
  });
  // Not awaited in between: on a pipelined connection both are on their way, and the locks are not held while this
  // process is busy with something else. Where the append fails, this commit rolls back.
  const [appended] = await Promise.all([appending, client.query('COMMIT')]);
  return appended.rows.map((row) => ({ partition: row.partition, sequence: row.last_sequence }));
}
