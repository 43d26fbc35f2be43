import type { Pool, PoolClient } from 'pg';
import { type EventToAppend, type Position, partitionOf } from '../../event/index.js';

/** Appends events in the caller's transaction. */
export interface JournalWriter {
  readonly partitionCount: number;
  /**
   * Appends `events`, each behind those of its partition that came before it in the list. It locks the partitions
   * it needs until the transaction ends, so it must be the transaction's last act.
   *
   * @returns the newest position in each partition that took an event: what a reader must reach to have seen them.
   */
  append(client: PoolClient, events: readonly EventToAppend[]): Promise<Position[]>;
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
  return { partitionCount, append: (client, events) => append(client, events, partitionCount) };
}

const LOCK = {
  name: 'journal-lock',
  text: `SELECT partition, last_sequence FROM journal.partitions
         WHERE partition = ANY($1::smallint[]) ORDER BY partition FOR UPDATE`,
};

const INSERT = {
  name: 'journal-insert',
  text: `WITH advanced AS (
           UPDATE journal.partitions p SET last_sequence = n.last_sequence
           FROM unnest($1::smallint[], $2::bigint[]) AS n (partition, last_sequence)
           WHERE p.partition = n.partition
         )
         INSERT INTO journal.events
           (partition, sequence, id, source, type, version, time, subject, key, import_supplier, organisation,
            causation_id, correlation_id, traceparent, payload)
         SELECT * FROM unnest($3::smallint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[],
           $9::timestamptz[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
           $16::text[], $17::bytea[])`,
};

async function append(
  client: PoolClient,
  events: readonly EventToAppend[],
  partitionCount: number,
): Promise<Position[]> {
  if (events.length === 0) return [];
  const partitions = events.map((event) => partitionOf(event.envelope.key, partitionCount));
  const needed = [...new Set(partitions)].sort((a, b) => a - b);
  const locked = await client.query<{ partition: number; last_sequence: number }>({
    ...LOCK,
    values: [needed],
  });
  const last = new Map(locked.rows.map((row) => [row.partition, row.last_sequence]));
  const sequences = partitions.map((partition) => {
    const next = (last.get(partition) ?? 0) + 1;
    last.set(partition, next);
    return next;
  });
  const column = <T>(pick: (event: EventToAppend) => T) => events.map(pick);
  await client.query({
    ...INSERT,
    values: [
      [...last.keys()],
      [...last.values()],
      partitions,
      sequences,
      column((event) => event.envelope.id),
      column((event) => event.envelope.source),
      column((event) => event.envelope.type),
      column((event) => event.envelope.version),
      column((event) => event.envelope.time),
      column((event) => event.envelope.subject),
      column((event) => event.envelope.key),
      column((event) => event.envelope.importSupplier),
      column((event) => event.envelope.organisation),
      column((event) => event.envelope.causationId),
      column((event) => event.envelope.correlationId),
      column((event) => event.envelope.traceparent),
      column((event) => event.payload),
    ],
  });
  // Wakes readers at commit; whoever misses it polls.
  await client.query("SELECT pg_notify('headrace_journal', '')");
  return [...last].map(([partition, sequence]) => ({ partition, sequence }));
}
