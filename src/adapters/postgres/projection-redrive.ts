import type { Pool } from 'pg';
import type { Envelope } from '../../event/index.js';
import type { RedriveItem, RedriveStore } from '../../projector/index.js';
import { telling } from './projection-parked.js';

/** Most items taken at a time. */
const ITEMS = 100;
/** How often a process says that it feeds a version. */
const FED_EACH_SECONDS = 5;

interface ParkedRow {
  readonly sequence: number;
  readonly envelope: Envelope;
  readonly payload: Buffer;
  readonly appended_at: Date;
}

/** Parked events and the requests about them as the projector's port. `feeder` names this process. */
export function createRedriveStore(pool: Pool, feeder: string): RedriveStore {
  return {
    async pendingRedrives({ name, version }, partitions) {
      const [, { rows }] = await Promise.all([
        pool.query({
          name: 'feed',
          text: `UPDATE projector.projections SET fed_at = now(), fed_by = $3
                 WHERE projection = $1 AND version = $2
                   AND (fed_by IS DISTINCT FROM $3 OR fed_at < now() - $4 * interval '1 second')`,
          values: [name, version, feeder, FED_EACH_SECONDS],
        }),
        pool.query<RedriveItem>({
          name: 'pending redrives',
          text: `SELECT redrive, item, action, dry_run AS "dryRun", partition, key, sequence
                 FROM projector.redrive_items JOIN projector.redrives USING (redrive)
                 WHERE state = 'pending' AND partition = ANY ($3::smallint[]) AND projection = $1 AND version = $2
                 ORDER BY redrive, item LIMIT $4`,
          values: [name, version, partitions, ITEMS],
        }),
      ]);
      return rows;
    },

    async parkedEvents({ name, version }, { partition, key, sequence }, limit) {
      const { rows } = await pool.query<ParkedRow>(
        `SELECT sequence, envelope, payload, appended_at FROM projector.parked_events
         WHERE projection = $1 AND version = $2 AND partition = $3 AND key = $4
           AND ($5::bigint IS NULL OR sequence = $5)
         ORDER BY sequence LIMIT $6`,
        [name, version, partition, key, sequence, limit],
      );
      return rows.map(({ sequence, envelope, payload, appended_at }) => ({
        partition,
        sequence,
        envelope,
        payload,
        appendedAt: appended_at.getTime(),
      }));
    },

    async isParked({ name, version }, partition, key) {
      const { rows } = await pool.query<{ parked: boolean }>(
        `SELECT EXISTS (SELECT FROM projector.parked_events
           WHERE projection = $1 AND version = $2 AND partition = $3 AND key = $4) AS parked`,
        [name, version, partition, key],
      );
      return rows[0]?.parked === true;
    },

    async report(resolution) {
      await pool.query(telling(resolution));
    },

    async stopped({ name, version }, partition, reason, detail) {
      await pool.query(
        `INSERT INTO projector.stops (projection, version, partition, reason, detail) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (projection, version, partition) DO UPDATE
         SET reason = excluded.reason, detail = excluded.detail, stopped_at = clock_timestamp()`,
        [name, version, partition, reason, detail],
      );
    },
  };
}
