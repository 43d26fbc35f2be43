import type { Pool } from 'pg';
import type { RelayStore } from '../../relay/index.js';

const INTERVAL = 'make_interval(secs => $1::double precision / 1000)';

/** The tables of schema `relay` as the relay's port. All times are the database's. */
export function createRelayStore(pool: Pool): RelayStore {
  return {
    async acquire(holder, leaseMs) {
      const { rows } = await pool.query<{ epoch: number }>(
        `UPDATE relay.lease SET holder = $2, epoch = epoch + 1, expires_at = clock_timestamp() + ${INTERVAL}
         WHERE expires_at <= clock_timestamp() RETURNING epoch`,
        [leaseMs, holder],
      );
      return rows[0]?.epoch;
    },

    async renew(epoch, leaseMs) {
      const { rowCount } = await pool.query({
        name: 'relay-renew',
        text: `UPDATE relay.lease SET expires_at = clock_timestamp() + ${INTERVAL}
               WHERE epoch = $2 AND expires_at > clock_timestamp()`,
        values: [leaseMs, epoch],
      });
      return rowCount === 1;
    },

    async release(epoch) {
      await pool.query(
        'UPDATE relay.lease SET expires_at = clock_timestamp() WHERE epoch = $1 AND expires_at > clock_timestamp()',
        [epoch],
      );
    },

    async marks() {
      const { rows } = await pool.query<{ partition: number; sequence: number }>(
        'SELECT partition, sequence FROM relay.marks',
      );
      return new Map(rows.map((row) => [row.partition, row.sequence]));
    },

    async advance(epoch, marks) {
      await pool.query({
        name: 'relay-advance',
        text: `INSERT INTO relay.marks AS mark (partition, sequence)
               SELECT new.partition, new.sequence
               FROM unnest($2::smallint[], $3::bigint[]) AS new (partition, sequence), relay.lease
               WHERE lease.epoch = $1
               ON CONFLICT (partition) DO UPDATE
               SET sequence = excluded.sequence, acknowledged_at = excluded.acknowledged_at
               WHERE mark.sequence < excluded.sequence`,
        values: [epoch, [...marks.keys()], [...marks.values()]],
      });
    },
  };
}
