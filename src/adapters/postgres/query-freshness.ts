import type { PoolClient } from 'pg';
import type { Freshness, ProjectionState, ReadModelName } from '../../query/index.js';

/** Age, by append time, of the oldest event that position `p` has not applied; 0 where all are. */
export const LAG_SECONDS = `coalesce((
  SELECT greatest(0, extract(epoch FROM clock_timestamp() - e.appended_at))::float8
  FROM journal.events e WHERE e.partition = p.partition AND e.sequence > p.sequence
  ORDER BY e.sequence LIMIT 1
), 0)`;

/** The version that the views show, in the same snapshot as everything else. */
const LIVE_VERSION = '(SELECT version FROM projector.live_versions WHERE projection = $1)';

interface PartitionFreshness {
  readonly partition: number;
  readonly sequence: number;
  readonly lag_seconds: number;
  readonly mark: string;
}

// Every commit of a partition has a revision of its own, also one that only applies parked events again.
const FRESHNESS = `SELECT f.partition, f.sequence, f.lag_seconds,
    concat_ws(' ', l.version, l.promoted_at, v.views_sha256, p.revision) AS mark
  FROM projector.live_versions l JOIN projector.projections v USING (projection, version)
  CROSS JOIN LATERAL projector.freshness(l.projection, l.version) f
  JOIN projector.positions p USING (projection, version, partition)
  WHERE l.projection = $1 ORDER BY f.partition`;

/** How fresh a read model is in the client's snapshot: of everybody's events, whoever asks. */
export async function freshnessOf(client: PoolClient, name: ReadModelName): Promise<Freshness> {
  const { rows } = await client.query<PartitionFreshness>({
    name: 'query-freshness',
    text: FRESHNESS,
    values: [name],
  });
  return {
    positions: rows.map(({ partition, sequence }) => ({ partition, sequence })),
    lagSeconds: Math.max(0, ...rows.map((row) => row.lag_seconds)),
    mark: rows.map(({ mark }) => mark).join(','),
  };
}

/** The same by partition, with what was set aside: for a reader who sees all. */
export async function stateOf(client: PoolClient, name: ReadModelName): Promise<ProjectionState> {
  const { rows } = await client.query<{
    version: number;
    partition: number;
    sequence: number;
    last_sequence: number;
    lag_seconds: number;
    event_time: Date | null;
    parked: number;
  }>(
    `SELECT p.version, p.partition, p.sequence, j.last_sequence, ${LAG_SECONDS} AS lag_seconds, p.event_time,
       (SELECT count(*) FROM projector.parked_events e
        WHERE e.projection = p.projection AND e.version = p.version AND e.partition = p.partition) AS parked
     FROM projector.positions p JOIN journal.partitions j USING (partition)
     WHERE p.projection = $1 AND p.version = ${LIVE_VERSION} ORDER BY p.partition`,
    [name],
  );
  return {
    name,
    version: rows[0]?.version ?? 0,
    partitions: rows.map((row) => ({
      partition: row.partition,
      position: row.sequence,
      head: row.last_sequence,
      lagSeconds: row.lag_seconds,
      eventTime: row.event_time,
      parked: row.parked,
    })),
  };
}
