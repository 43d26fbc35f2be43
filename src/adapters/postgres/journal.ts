import type { Pool, PoolClient } from 'pg';
import { type EventToAppend, type Position, partitionOf } from '../../event/index.js';

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
  await pool.query(
    `INSERT INTO journal.partitions (partition)
     SELECT generate_series(0, $1::int - 1) WHERE NOT EXISTS (SELECT FROM journal.partitions)
     ON CONFLICT DO NOTHING`,
    [wantedPartitions],
  );
  const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM journal.partitions');
  const partitionCount = rows[0]?.count ?? 0;
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
