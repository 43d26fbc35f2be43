import type { PoolClient } from 'pg';
import type { Standing } from '../../query/index.js';

const MOVED = `SELECT p.projection AS name, p.version, p.partition,
  extract(epoch FROM clock_timestamp() - p.updated_at)::float8 AS "movedSecondsAgo"`;

/** Where projectors leave word of what keeps them. */
const WITH_OPERATIONS = `${MOVED},
    (SELECT s.reason FROM projector.stops s
     WHERE (s.projection, s.version, s.partition) = (p.projection, p.version, p.partition)
       AND s.stopped_at >= p.updated_at) AS "stopReason",
    EXISTS (SELECT FROM projector.holds h
      WHERE (h.projection, h.version, h.partition) = (p.projection, p.version, p.partition)
        AND h.expires_at > clock_timestamp() AND p.sequence >= h.at_sequence) AS held,
    extract(epoch FROM clock_timestamp() - v.fed_at)::float8 AS "fedSecondsAgo"
  FROM projector.positions p JOIN projector.projections v USING (projection, version)`;

const WITHOUT = `${MOVED}, NULL AS "stopReason", false AS held FROM projector.positions p`;

/** What is known of whoever applies each partition of each projection. */
export async function readStandings(client: PoolClient): Promise<readonly Standing[]> {
  const { rows: known } = await client.query<{ operations: boolean }>(
    "SELECT to_regclass('projector.stops') IS NOT NULL AS operations",
  );
  const { rows } = await client.query<Standing>(known[0]?.operations ? WITH_OPERATIONS : WITHOUT);
  return rows;
}
