import { once } from 'node:events';
import type { Pool } from 'pg';
import type { RecordedEvent } from '../../event/index.js';
import type { JournalStore } from '../../journal/index.js';

interface EventRow {
  sequence: number;
  id: string;
  source: string;
  type: string;
  version: string;
  time: Date;
  subject: string | null;
  key: string;
  import_supplier: string | null;
  organisation: string | null;
  causation_id: string | null;
  correlation_id: string | null;
  traceparent: string | null;
  payload: Buffer;
  appended_at: Date;
}

/** The journal's tables as the journal room's port. */
export function createJournalStore(pool: Pool): JournalStore {
  return {
    async heads() {
      const { rows } = await pool.query<{ partition: number; last_sequence: number }>(
        'SELECT partition, last_sequence FROM journal.partitions ORDER BY partition',
      );
      return new Map(rows.map((row) => [row.partition, row.last_sequence]));
    },

    async read(partition, after, limit) {
      const { rows } = await pool.query<EventRow>({
        name: 'journal-read',
        text: `SELECT sequence, id, source, type, version, time, subject, key, import_supplier, organisation,
                 causation_id, correlation_id, traceparent, payload, appended_at
               FROM (
                 SELECT *, sum(octet_length(payload)) OVER (ORDER BY sequence) - octet_length(payload) AS bytes_before
                 FROM journal.events WHERE partition = $1 AND sequence > $2 ORDER BY sequence LIMIT $3
               ) e
               WHERE bytes_before < $4 ORDER BY sequence`,
        values: [partition, after, limit.events, limit.bytes],
      });
      return rows.map((row) => recorded(partition, row));
    },

    async lease(name, wake) {
      const client = await pool.connect();
      const lost = new AbortController();
      const drop = (error?: Error) => {
        lost.abort();
        client.removeAllListeners('notification');
        client.release(error ?? true);
      };
      try {
        const { rows } = await client.query<{ leased: boolean }>(
          "SELECT pg_try_advisory_lock(hashtext('headrace journal reader'), hashtext($1)) AS leased",
          [name],
        );
        if (!rows[0]?.leased) {
          client.release();
          return undefined;
        }
        client.on('notification', wake);
        await client.query('LISTEN headrace_journal');
      } catch (error) {
        drop(error instanceof Error ? error : undefined);
        throw error;
      }
      let ended = false;
      const onError = (error: Error) => {
        if (ended) return;
        ended = true;
        drop(error);
        wake();
      };
      client.once('error', onError);
      return {
        lost: lost.signal,
        async release() {
          if (ended) return;
          ended = true;
          client.off('error', onError);
          // The lock ends with its session: closing the connection gives it up even where a query would fail.
          const closed = once(client, 'end');
          drop();
          await closed;
        },
      };
    },
  };
}

function recorded(partition: number, row: EventRow): RecordedEvent {
  return {
    partition,
    sequence: row.sequence,
    appendedAt: row.appended_at.getTime(),
    payload: row.payload,
    envelope: {
      id: row.id,
      source: row.source,
      type: row.type,
      version: row.version,
      time: row.time.toISOString(),
      subject: row.subject,
      key: row.key,
      importSupplier: row.import_supplier,
      organisation: row.organisation,
      causationId: row.causation_id,
      correlationId: row.correlation_id,
      traceparent: row.traceparent,
    },
  };
}
