import type { Pool } from 'pg';
import type { RecordedEvent } from '../../event/index.js';
import type { RelayJournal } from '../../relay/index.js';
import { type BinaryRow, copyOut } from './copy-out.js';

/**
 * One query for all partitions, its columns in the order of {@link recorded}. Times of events are made text here: the
 * database has a core of its own, the producer needs all of ours.
 */
const select = (after: ReadonlyMap<number, number>, limit: number) =>
  `SELECT e.partition, e.sequence, e.id, e.source, e.type, e.version,
     to_char(e.time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     e.subject, e.key, e.import_supplier, e.organisation, e.causation_id, e.correlation_id, e.traceparent,
     e.payload, e.appended_at
   FROM (VALUES ${[...after].map(([partition, sequence]) => `(${partition}::smallint, ${sequence}::bigint)`)})
     AS behind (partition, after)
   CROSS JOIN LATERAL (
     SELECT * FROM journal.events
     WHERE partition = behind.partition AND sequence > behind.after ORDER BY sequence LIMIT ${limit}
   ) e
   ORDER BY e.partition, e.sequence`;

/** The journal's tables as the relay's port. */
export function createRelayJournal(pool: Pool): RelayJournal {
  return {
    async heads() {
      const { rows } = await pool.query<{ partition: number; last_sequence: number }>(
        'SELECT partition, last_sequence FROM journal.partitions',
      );
      return new Map(rows.map((row) => [row.partition, row.last_sequence]));
    },

    async readBehind(after, limit) {
      const read = new Map<number, RecordedEvent[]>();
      if (after.size === 0) return read;
      await copyOut(pool, select(after, limit), (row) => {
        const event = recorded(row);
        const events = read.get(event.partition);
        if (events) events.push(event);
        else read.set(event.partition, [event]);
      });
      return read;
    },

    async idAt(partition, sequence) {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM journal.events WHERE partition = $1 AND sequence = $2',
        [partition, sequence],
      );
      return rows[0]?.id;
    },

    async watch(wake) {
      const client = await pool.connect();
      let open = true;
      const drop = (error: Error | true) => {
        if (!open) return;
        open = false;
        client.removeAllListeners('notification');
        client.release(error);
      };
      // Polling goes on without it; the next start listens anew.
      const onError = (error: Error) => drop(error);
      client.once('error', onError);
      client.on('notification', wake);
      try {
        await client.query('LISTEN headrace_journal');
      } catch (error) {
        drop(error instanceof Error ? error : true);
        throw error;
      }
      return {
        async close() {
          client.off('error', onError);
          drop(true);
        },
      };
    },
  };
}

/** Columns are read in the order they are written here. */
function recorded(row: BinaryRow): RecordedEvent {
  const partition = row.smallint();
  const sequence = row.bigint();
  const envelope = {
    id: row.text(),
    source: row.text(),
    type: row.text(),
    version: row.text(),
    time: row.text(),
    subject: row.textOrNull(),
    key: row.text(),
    importSupplier: row.textOrNull(),
    organisation: row.textOrNull(),
    causationId: row.textOrNull(),
    correlationId: row.textOrNull(),
    traceparent: row.textOrNull(),
  };
  return { partition, sequence, envelope, payload: row.bytea(), appendedAt: row.milliseconds() };
}
