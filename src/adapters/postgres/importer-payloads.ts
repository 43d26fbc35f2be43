import type { PayloadStore } from '../../importer/index.js';
import type { Pool } from './pool.js';

// A process that is accepted anew meanwhile is locked by that, and passed over.
const PROCESSES = `UPDATE intake.import_processes SET payload = NULL WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM intake.import_processes
  WHERE state <> 'waiting' AND payload IS NOT NULL AND finished_at < now() - $1 * interval '1 millisecond'
  ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;

const TASKS = `UPDATE importer.post_import_tasks SET input = '{}' WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM importer.post_import_tasks
  WHERE state <> 'pending' AND input <> '{}' AND finished_at < now() - $1 * interval '1 millisecond'
  ORDER BY finished_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;

/** Payloads whose time is over, in Postgres. */
export function createPayloadStore(pool: Pool): PayloadStore {
  return {
    async deletePayloads(keptMs, limit) {
      const deleted: number[] = [];
      for (const text of [PROCESSES, TASKS]) {
        const { rowCount } = await pool.query(text, [keptMs, limit]);
        deleted.push(rowCount ?? 0);
      }
      return Math.max(...deleted);
    },
  };
}
