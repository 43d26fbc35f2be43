import type { Pool } from 'pg';
import type { RouterStore, TargetPosition } from '../../router/port.js';
import { inTransaction } from './transaction.js';

const ROUTER = 'router';
const REPLAY = 'replay of ';

/** The lease under which a topic is filled from history. */
export const replayLease = (topic: string): string => `${REPLAY}${topic}`;

/**
 * The tables of schema `router` as the router's port. All times are the database's.
 *
 * @param lease whose epochs count: the router's, or that of a replay
 */
export function createRouterStore(pool: Pool, lease: string = ROUTER): RouterStore {
  const write = async (sql: string, epoch: number, positions: readonly TargetPosition[]) => {
    await pool.query(sql, [
      lease,
      epoch,
      positions.map(({ target }) => target),
      positions.map(({ partition }) => partition),
      positions.map(({ sequence }) => sequence),
      positions.map(({ nextOffset }) => nextOffset),
    ]);
  };
  return {
    async acquire(holder, leaseMs) {
      const { rows } = await pool.query<{ epoch: number }>(
        `INSERT INTO router.leases AS lease (name, holder, epoch, expires_at)
         VALUES ($1, $2, 1, clock_timestamp() + ${interval('$3')})
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, epoch = lease.epoch + 1,
           expires_at = clock_timestamp() + ${interval('$3')}
         WHERE lease.expires_at <= clock_timestamp() RETURNING epoch`,
        [lease, holder, leaseMs],
      );
      return rows[0]?.epoch;
    },

    async renew(epoch, leaseMs) {
      const { rowCount } = await pool.query({
        name: 'router-renew',
        text: `UPDATE router.leases SET expires_at = clock_timestamp() + ${interval('$3')}
               WHERE name = $1 AND epoch = $2 AND expires_at > clock_timestamp()`,
        values: [lease, epoch, leaseMs],
      });
      return rowCount === 1;
    },

    async release(epoch) {
      await pool.query(
        `UPDATE router.leases SET expires_at = clock_timestamp()
         WHERE name = $1 AND epoch = $2 AND expires_at > clock_timestamp()`,
        [lease, epoch],
      );
    },

    async heads() {
      const { rows } = await pool.query<{ partition: number; last_sequence: number }>(
        'SELECT partition, last_sequence FROM journal.partitions ORDER BY partition',
      );
      return new Map(rows.map((row) => [row.partition, row.last_sequence]));
    },

    async idsAt(places) {
      const { rows } = await pool.query<{ id: string | null }>(
        `SELECT event.id FROM unnest($1::smallint[], $2::bigint[]) WITH ORDINALITY AS place (partition, sequence, rank)
         LEFT JOIN journal.events event USING (partition, sequence) ORDER BY rank`,
        [places.map(({ partition }) => partition), places.map(({ sequence }) => sequence)],
      );
      return rows.map(({ id }) => id ?? undefined);
    },

    async positions() {
      const { rows } = await pool.query<TargetPosition>(
        'SELECT target, partition, sequence, next_offset AS "nextOffset" FROM router.positions',
      );
      return rows;
    },

    begin: (epoch, positions) => write(`${NEW_POSITIONS} ON CONFLICT DO NOTHING`, epoch, positions),

    advance: (epoch, positions) =>
      write(
        `${NEW_POSITIONS} ON CONFLICT (target, partition) DO UPDATE
         SET sequence = greatest(position.sequence, excluded.sequence),
           next_offset = greatest(position.next_offset, excluded.next_offset), noted_at = excluded.noted_at`,
        epoch,
        positions,
      ),

    async forget(epoch, target) {
      await pool.query(
        `DELETE FROM router.positions
         WHERE target = $3 AND EXISTS (SELECT FROM router.leases WHERE name = $1 AND epoch = $2)`,
        [lease, epoch, target],
      );
    },

    async noteStopped(epoch, stopped) {
      const targets = [...stopped.keys()];
      await inTransaction(pool, async (client) => {
        const held = await client.query(
          'SELECT FROM router.leases WHERE name = $1 AND epoch = $2 FOR SHARE',
          [lease, epoch],
        );
        if (held.rowCount === 0) return;
        await client.query('DELETE FROM router.stopped WHERE target <> ALL ($1)', [targets]);
        await client.query(
          `INSERT INTO router.stopped (target, reason) SELECT * FROM unnest($1::text[], $2::text[])
           ON CONFLICT (target) DO UPDATE SET reason = excluded.reason`,
          [targets, [...stopped.values()]],
        );
      });
    },

    async replayed() {
      const { rows } = await pool.query<{ name: string }>(
        'SELECT name FROM router.leases WHERE starts_with(name, $1) AND expires_at > clock_timestamp()',
        [REPLAY],
      );
      return rows.map(({ name }) => name.slice(REPLAY.length));
    },
  };
}

/** Nothing where the lease has another epoch. In the order of the key, so that two statements never wait in a circle. */
const NEW_POSITIONS = `INSERT INTO router.positions AS position (target, partition, sequence, next_offset)
  SELECT new.target, new.partition, new.sequence, new.next_offset
  FROM unnest($3::text[], $4::smallint[], $5::bigint[], $6::bigint[]) AS new (target, partition, sequence, next_offset)
  WHERE EXISTS (SELECT FROM router.leases WHERE name = $1 AND epoch = $2)
  ORDER BY new.target, new.partition`;

const interval = (ms: string): string => `make_interval(secs => ${ms}::double precision / 1000)`;
