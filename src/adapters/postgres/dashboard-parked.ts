import type { Parked, RedriveProgress } from '../../query/index.js';
import { surfacing } from './intake-faults.js';
import type { Pool } from './pool.js';
import { createRedriveRequests } from './projection-requests.js';

const LIVE = 'SELECT version FROM projector.live_versions WHERE projection = $1';

const REQUESTS = `
  SELECT r.redrive, r.projection, r.action, r.dry_run AS "dryRun", r.requested_at AS "requestedAt",
    count(i.item) AS keys,
    count(*) FILTER (WHERE i.state = 'pending') AS pending, count(*) FILTER (WHERE i.state = 'done') AS done,
    count(*) FILTER (WHERE i.state = 'failed') AS failed, count(*) FILTER (WHERE i.state = 'cancelled') AS cancelled
  FROM (SELECT * FROM projector.redrives ORDER BY redrive DESC LIMIT $1) r
  LEFT JOIN projector.redrive_items i USING (redrive)
  GROUP BY r.redrive, r.projection, r.action, r.dry_run, r.requested_at ORDER BY r.redrive DESC`;

/** Parked events of live versions, as operators see them, and the newest requests about them. */
export function createParkedReader(pool: Pool): Pick<Parked, 'list' | 'requests'> {
  const redrives = createRedriveRequests(pool);
  return {
    list: (projection, limit) =>
      surfacing(async () => {
        const { rows } = await pool.query<{ version: number }>(LIVE, [projection]);
        return rows[0] ? redrives.list({ projection, version: rows[0].version, limit }) : [];
      }),
    requests: (limit) => surfacing(async () => (await pool.query<RedriveProgress>(REQUESTS, [limit])).rows),
  };
}
