import type { PoolClient } from 'pg';
import type { Standing } from '../../query/index.js';

const STANDINGS = `SELECT p.projection AS name, p.version, p.partition,
    extract(epoch FROM clock_timestamp() - p.updated_at)::float8 AS "movedSecondsAgo",
    (SELECT s.reason FROM projector.stops s
     WHERE (s.projection, s.version, s.partition) = (p.projection, p.version, p.partition)
       AND s.stopped_at >= p.updated_at) AS "stopReason",
    EXISTS (SELECT FROM projector.holds h
      WHERE (h.projection, h.version, h.partition) = (p.projection, p.version, p.partition)
        AND h.expires_at > clock_timestamp() AND p.sequence >= h.at_sequence) AS held,
    extract(epoch FROM clock_timestamp() - v.fed_at)::float8 AS "fedSecondsAgo"
  FROM projector.positions p JOIN projector.projections v USING (projection, version)`;

/** What is known of whoever applies each partition of each projection: where projectors leave word of it. */
export async function readStandings(client: PoolClient): Promise<readonly Standing[]> {
  const { rows } = await client.query<Standing>(STANDINGS);
  return rows;
}
