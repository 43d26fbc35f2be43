import type { Pool } from 'pg';
import type {
  ParkedDetail,
  ParkedKey,
  ParkedSelection,
  RedriveProgress,
  RedriveRequests,
} from '../../projector/index.js';

/** Failures shown with a request; the others are counted. */
const FAILURES_SHOWN = 20;
/** Events of one key shown. */
const EVENTS_SHOWN = 1_000;

/** Parked events as those see them who ask for a redrive. */
export function createRedriveRequests(pool: Pool): RedriveRequests {
  return {
    async list(selection) {
      const { rows } = await pool.query<ParkedKey>(
        `SELECT partition, key, sequence, events, first_sequence AS "firstSequence", type, reason, detail, attempts,
           parked_at AS "parkedAt"
         FROM (${SELECTED}) s`,
        valuesOf(selection),
      );
      return rows;
    },

    async show(selection) {
      const { rows } = await pool.query<ParkedDetail>(
        `SELECT partition, sequence, key, envelope, payload, reason, detail, attempts, parked_at AS "parkedAt",
           attempted_at AS "attemptedAt"
         FROM projector.parked_events p WHERE ${MEANT} ORDER BY partition, sequence LIMIT ${EVENTS_SHOWN}`,
        valuesOf(selection).slice(0, 6),
      );
      return rows;
    },

    async file(selection, { action, dryRun, requestedBy }) {
      const { rows } = await pool.query<{ redrive: number; items: number }>(
        `WITH selected AS (${SELECTED}),
           filed AS (
             INSERT INTO projector.redrives (projection, version, action, dry_run, requested_by)
             VALUES ($1, $2, $10, $11, $12) RETURNING redrive),
           items AS (
             INSERT INTO projector.redrive_items (redrive, item, partition, key, sequence)
             SELECT redrive, row_number() OVER (ORDER BY place), partition, key, sequence FROM selected, filed
             RETURNING 1)
         SELECT redrive, (SELECT count(*) FROM items) AS items FROM filed`,
        [...valuesOf(selection), action, dryRun, requestedBy],
      );
      if (!rows[0]) throw new Error('a request was not filed');
      return rows[0];
    },

    async progress(redrive) {
      const [counts, failures] = await Promise.all([
        pool.query<Omit<RedriveProgress, 'failures'>>(
          `SELECT redrive, projection, version, action, dry_run AS "dryRun", requested_by AS "requestedBy",
             requested_at AS "requestedAt", count(item)::bigint AS items, coalesce(sum(events), 0)::bigint AS events,
             count(*) FILTER (WHERE state = 'pending') AS pending, count(*) FILTER (WHERE state = 'done') AS done,
             count(*) FILTER (WHERE state = 'failed') AS failed, count(*) FILTER (WHERE state = 'cancelled') AS cancelled
           FROM projector.redrives LEFT JOIN projector.redrive_items USING (redrive)
           WHERE redrive = $1 GROUP BY redrive`,
          [redrive],
        ),
        pool.query<RedriveProgress['failures'][number]>(
          `SELECT partition, key, failed_sequence AS sequence, reason, detail FROM projector.redrive_items
           WHERE redrive = $1 AND state = 'failed' ORDER BY item LIMIT ${FAILURES_SHOWN}`,
          [redrive],
        ),
      ]);
      return counts.rows[0] && { ...counts.rows[0], failures: failures.rows };
    },

    async cancel(redrive) {
      const { rowCount } = await pool.query(
        `UPDATE projector.redrive_items SET state = 'cancelled', finished_at = now()
         WHERE redrive = $1 AND state = 'pending'`,
        [redrive],
      );
      return rowCount ?? 0;
    },
  };
}

const MEANT = `p.projection = $1 AND p.version = $2 AND ($3::text[] IS NULL OR p.key = ANY ($3))
  AND ($4::smallint IS NULL OR p.partition = $4) AND ($5::bigint IS NULL OR p.sequence = $5)
  AND ($6::text IS NULL OR p.event_type = $6)`;

/** A row a key, and a row an event where the key is not readable; told by the event that is at fault. */
const SELECTED = `
  SELECT partition, key, count(*) AS events, min(sequence) AS first_sequence, max(attempts) AS attempts,
    coalesce($5::bigint, CASE WHEN key = '' THEN min(sequence) END) AS sequence, min(parked_at) AS parked_at,
    (array_agg(event_type ORDER BY sequence))[1] AS type, (array_agg(reason ORDER BY sequence))[1] AS reason,
    (array_agg(detail ORDER BY sequence))[1] AS detail,
    row_number() OVER (ORDER BY min(parked_at), partition, min(sequence)) AS place
  FROM projector.parked_events p WHERE ${MEANT}
  GROUP BY partition, key, CASE WHEN key = '' THEN sequence END
  HAVING ($7::text IS NULL OR (array_agg(reason ORDER BY sequence))[1] = $7)
    AND ($8::integer IS NULL OR max(attempts) < $8)
  ORDER BY place LIMIT $9`;

function valuesOf({
  projection,
  version,
  keys,
  event,
  type,
  reason,
  attemptsBelow,
  limit,
}: ParkedSelection): unknown[] {
  const place = [event?.partition ?? null, event?.sequence ?? null];
  return [
    projection,
    version,
    keys ?? null,
    ...place,
    type ?? null,
    reason ?? null,
    attemptsBelow ?? null,
    limit,
  ];
}
