import type { Pool } from 'pg';
import type { Envelope } from '../../event/index.js';

export interface DeadLetter {
  readonly id: number;
  readonly route: string;
  readonly partition: number;
  readonly sequence: number;
  readonly key: string;
  readonly envelope: Envelope;
  readonly payload: Buffer;
  readonly attempts: number;
  readonly detail: string | null;
  readonly reason: string;
  readonly deadAt: Date;
}

/** Which dead letters; those that are not given count as any. */
export interface DeadLetterFilter {
  readonly route: string | undefined;
  readonly ids: readonly number[] | undefined;
  readonly limit: number;
}

export interface TargetStatus {
  readonly target: string;
  /** Events of the log that it has not seen. */
  readonly behind: number;
  /** What waits for the webhook. */
  readonly waiting: number;
  readonly dead: number;
  /** Why nothing goes to it; null where it works. */
  readonly stopped: string | null;
}

const CHOSEN = `SELECT id FROM router.deliveries
  WHERE dead_at IS NOT NULL AND ($1::text IS NULL OR route = $1) AND ($2::bigint[] IS NULL OR id = ANY ($2))
  ORDER BY id LIMIT $3`;

/** What people look at and decide of the router's tables. */
export function createDeadLetters(pool: Pool) {
  const valuesOf = ({ route, ids, limit }: DeadLetterFilter) => [route ?? null, ids ?? null, limit];
  return {
    async list(filter: DeadLetterFilter): Promise<readonly DeadLetter[]> {
      const { rows } = await pool.query<DeadLetter>(
        `SELECT id, route, partition, sequence, key, envelope, payload, attempts, detail, reason, dead_at AS "deadAt"
         FROM router.deliveries WHERE id IN (${CHOSEN}) ORDER BY id`,
        valuesOf(filter),
      );
      return rows;
    },

    /** Puts them back into the queue. @returns how many */
    async redrive(filter: DeadLetterFilter): Promise<number> {
      const { rowCount } = await pool.query(
        `UPDATE router.deliveries SET dead_at = NULL, reason = NULL, attempts = 0, queued_at = clock_timestamp()
         WHERE id IN (${CHOSEN})`,
        valuesOf(filter),
      );
      return rowCount ?? 0;
    },

    /** Removes them for ever. @returns how many */
    async discard(filter: DeadLetterFilter): Promise<number> {
      const { rowCount } = await pool.query(
        `DELETE FROM router.deliveries WHERE id IN (${CHOSEN})`,
        valuesOf(filter),
      );
      return rowCount ?? 0;
    },

    /** How each target is that the router has seen. */
    async status(): Promise<readonly TargetStatus[]> {
      const { rows } = await pool.query<TargetStatus>(
        `SELECT position.target, sum(greatest(0, head.last_sequence - position.sequence))::bigint AS behind,
           (SELECT count(*) FROM router.deliveries d
            WHERE 'webhook:' || d.route = position.target AND d.dead_at IS NULL) AS waiting,
           (SELECT count(*) FROM router.deliveries d
            WHERE 'webhook:' || d.route = position.target AND d.dead_at IS NOT NULL) AS dead,
           (SELECT reason FROM router.stopped s WHERE s.target = position.target) AS stopped
         FROM router.positions position JOIN journal.partitions head USING (partition)
         GROUP BY position.target ORDER BY position.target`,
      );
      return rows;
    },

    /** Whether the running router has moved the position of this topic a moment ago. */
    async isRouted(topic: string): Promise<boolean> {
      const { rows } = await pool.query<{ routed: boolean }>(
        `SELECT EXISTS (SELECT FROM router.leases WHERE name = 'router' AND expires_at > clock_timestamp())
           AND EXISTS (SELECT FROM router.positions
             WHERE target = 'topic:' || $1 AND noted_at > clock_timestamp() - interval '30 s') AS routed`,
        [topic],
      );
      return rows[0]?.routed ?? false;
    },
  };
}
