import type { Pool, PoolClient } from 'pg';
import type { Envelope } from '../../event/index.js';
import type { Delivery, DeliveryStore, NewDelivery, TargetPosition } from '../../router/port.js';
import { inTransaction } from './transaction.js';

interface DeliveryRow {
  id: number;
  route: string;
  partition: number;
  sequence: number;
  key: string;
  envelope: Envelope;
  payload: Buffer;
  attempts: number;
  queued_at: Date;
}

/** What the other side answered may be long; enough of it to be understood is kept. */
const DETAIL_LENGTH = 500;

/** The table `router.deliveries` as the router's port. All times are the database's. */
export function createDeliveryStore(pool: Pool): DeliveryStore {
  return {
    enqueue: (epoch, deliveries, positions) =>
      inTransaction(pool, async (client) => {
        // Shared: who wants to take the lease waits until this is committed, and then finds the positions raised.
        const held = await client.query(
          `SELECT FROM router.leases WHERE name = 'router' AND epoch = $1 AND expires_at > clock_timestamp() FOR SHARE`,
          [epoch],
        );
        if (held.rowCount === 0) return false;
        await insert(client, deliveries);
        await raise(client, positions);
        return true;
      }),

    async next(route, except, limit) {
      const { rows } = await pool.query<DeliveryRow>({
        name: 'router-next',
        text: `SELECT id, route, partition, sequence, key, envelope, payload, attempts, queued_at
               FROM router.deliveries
               WHERE route = $1 AND dead_at IS NULL AND key <> ALL ($2) ORDER BY id LIMIT $3`,
        values: [route, except, limit],
      });
      return rows.map(deliveryOf);
    },

    async delivered(ids) {
      await pool.query('DELETE FROM router.deliveries WHERE id = ANY ($1)', [ids]);
    },

    async failed(id, { detail, dead }) {
      await pool.query(
        `UPDATE router.deliveries SET attempts = attempts + 1, attempted_at = clock_timestamp(), detail = $2,
           reason = $3, dead_at = CASE WHEN $3::text IS NOT NULL THEN clock_timestamp() END
         WHERE id = $1`,
        [id, storable(detail), dead ?? null],
      );
    },
  };
}

async function insert(client: PoolClient, deliveries: readonly NewDelivery[]): Promise<void> {
  const column = <T>(of: (delivery: NewDelivery) => T): T[] => deliveries.map(of);
  await client.query(
    `INSERT INTO router.deliveries (route, partition, sequence, key, envelope, payload, detail, reason, dead_at)
     SELECT route, partition, sequence, key, envelope, payload, detail, reason,
       CASE WHEN reason IS NOT NULL THEN clock_timestamp() END
     FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::text[], $5::jsonb[], $6::bytea[], $7::text[], $8::text[])
       WITH ORDINALITY AS new (route, partition, sequence, key, envelope, payload, detail, reason, rank)
     ORDER BY rank
     ON CONFLICT (route, partition, sequence) DO NOTHING`,
    [
      column(({ route }) => route),
      column(({ event }) => event.partition),
      column(({ event }) => event.sequence),
      column(({ key }) => key),
      column(({ event }) => JSON.stringify(event.envelope)),
      column(({ event }) => event.payload),
      column(({ dead }) => dead && storable(dead.detail)),
      column(({ dead }) => dead?.reason),
    ],
  );
}

async function raise(client: PoolClient, positions: readonly TargetPosition[]): Promise<void> {
  await client.query(
    `INSERT INTO router.positions AS position (target, partition, sequence, next_offset)
     SELECT * FROM unnest($1::text[], $2::smallint[], $3::bigint[], $4::bigint[])
     ON CONFLICT (target, partition) DO UPDATE SET sequence = greatest(position.sequence, excluded.sequence)`,
    [
      positions.map(({ target }) => target),
      positions.map(({ partition }) => partition),
      positions.map(({ sequence }) => sequence),
      positions.map(({ nextOffset }) => nextOffset),
    ],
  );
}

/** PostgreSQL keeps no NUL in text. */
const storable = (detail: string): string => detail.replaceAll('\0', '').slice(0, DETAIL_LENGTH);

function deliveryOf(row: DeliveryRow): Delivery {
  const { id, route, key, envelope, payload, partition, sequence, attempts } = row;
  const event = { envelope, payload, partition, sequence };
  return { id, route, key, event, attempts, queuedAt: row.queued_at.getTime() };
}
