import pg from 'pg';
import { loadCatalogue } from '../../src/catalogue/index.js';
import type { Contestant } from '../projector/contestant.js';
import { eachBatch } from '../projector/each-batch.js';
import { compile } from './decoder.js';

/** Where the loop keeps its rows: the same columns, the same free space as the engine's. */
const TABLES = `
  CREATE SCHEMA reference;
  CREATE TABLE reference.conversations (
    account_number text PRIMARY KEY, closed_at text NOT NULL, reason text NOT NULL, actor_type text NOT NULL,
    actor_id bigint NOT NULL, events bigint NOT NULL
  ) WITH (fillfactor = 45);
  CREATE TABLE reference.positions (partition int PRIMARY KEY, position bigint NOT NULL);
  INSERT INTO reference.positions SELECT generate_series(0, 5), -1;`;

const UPSERT = `
  INSERT INTO reference.conversations AS t
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
  ON CONFLICT (account_number) DO UPDATE SET closed_at = excluded.closed_at, reason = excluded.reason,
    actor_type = excluded.actor_type, actor_id = excluded.actor_id, events = t.events + excluded.events`;

const ADVANCE = 'UPDATE reference.positions SET position = $2 WHERE partition = $1 AND position < $2';

/**
 * What somebody would write by hand for this one table, and tune: 8 MB a partition, two partitions at once, a batch folded
 * in memory, one upsert and the position in one transaction. Exactly once; it parks nothing, upcasts nothing, and serves
 * no second read model.
 */
export const loop: Contestant = async (task, clock) => {
  const type = compile(await loadCatalogue());
  const pool = new pg.Pool({ connectionString: task.databaseUrl, max: 2 });
  try {
    await pool.query(TABLES);
    await eachBatch(task, { bytesPerPartition: 8_000_000, concurrency: 2 }, clock, async ({ batch }) => {
      const folded = new Map<string, Conversation>();
      for (const { value } of batch.messages) {
        if (!value) continue;
        const event: Closed = type.fromBuffer(value.subarray(5));
        const known = folded.get(event.account_number);
        folded.set(event.account_number, { event, events: (known?.events ?? 0) + 1 });
      }
      await write(pool, batch.partition, batch.lastOffset(), [...folded.values()]);
    });
  } finally {
    await pool.end();
  }
};

interface Closed {
  readonly account_number: string;
  readonly closed_at: string;
  readonly reason: string;
  readonly actor_type: string;
  readonly actor_id: number;
}

interface Conversation {
  readonly event: Closed;
  readonly events: number;
}

async function write(
  pool: pg.Pool,
  partition: number,
  lastOffset: string,
  rows: readonly Conversation[],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query(ADVANCE, [partition, lastOffset]);
    if (rowCount !== 1) throw new Error(`partition ${partition} has another writer`);
    await client.query({
      name: 'upsert',
      text: UPSERT,
      values: [
        rows.map(({ event }) => event.account_number),
        rows.map(({ event }) => event.closed_at),
        rows.map(({ event }) => event.reason),
        rows.map(({ event }) => event.actor_type),
        rows.map(({ event }) => event.actor_id),
        rows.map(({ events }) => events),
      ],
    });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
