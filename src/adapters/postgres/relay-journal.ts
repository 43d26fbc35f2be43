import type { Pool } from 'pg';
import type { RecordedEvent } from '../../event/index.js';
import type { RelayJournal } from '../../relay/index.js';

/** Columns in the order of the query; read as an array, which costs less than an object with names. */
type EventRow = [
  partition: number,
  sequence: number,
  id: string,
  source: string,
  type: string,
  version: string,
  time: string,
  subject: string | null,
  key: string,
  importSupplier: string | null,
  organisation: string | null,
  causationId: string | null,
  correlationId: string | null,
  traceparent: string | null,
  payload: Buffer,
  appendedAt: number,
];

/**
 * One statement for all partitions. Times are made text and milliseconds here: the database has a core of its own,
 * the producer needs all of ours.
 */
const READ = {
  name: 'relay-read',
  rowMode: 'array' as const,
  text: `SELECT e.partition, e.sequence, e.id, e.source, e.type, e.version,
           to_char(e.time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           e.subject, e.key, e.import_supplier, e.organisation, e.causation_id, e.correlation_id, e.traceparent,
           e.payload, floor(extract(epoch FROM e.appended_at) * 1000)::bigint
         FROM unnest($1::smallint[], $2::bigint[]) AS behind (partition, after)
         CROSS JOIN LATERAL (
           SELECT * FROM journal.events
           WHERE partition = behind.partition AND sequence > behind.after ORDER BY sequence LIMIT $3
         ) e
         ORDER BY e.partition, e.sequence`,
};

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
      const { rows } = await pool.query<EventRow>({
        ...READ,
        values: [[...after.keys()], [...after.values()], limit],
      });
      const read = new Map<number, RecordedEvent[]>();
      for (const row of rows) {
        const event = recorded(row);
        const events = read.get(event.partition);
        if (events) events.push(event);
        else read.set(event.partition, [event]);
      }
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

function recorded(row: EventRow): RecordedEvent {
  return {
    partition: row[0],
    sequence: row[1],
    appendedAt: row[15],
    payload: row[14],
    envelope: {
      id: row[2],
      source: row[3],
      type: row[4],
      version: row[5],
      time: row[6],
      subject: row[7],
      key: row[8],
      importSupplier: row[9],
      organisation: row[10],
      causationId: row[11],
      correlationId: row[12],
      traceparent: row[13],
    },
  };
}
