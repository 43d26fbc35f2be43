import type { PoolClient } from 'pg';
import type { Freshness, ProjectionState, ReadModelName } from '../../query/index.js';

/** How fresh a read model is in the client's snapshot: of everybody's events, whoever asks. */
export async function freshnessOf(
  client: PoolClient,
  name: ReadModelName,
  version: number,
): Promise<Freshness> {
  const { rows } = await client.query<{ partition: number; sequence: number; lag_seconds: number }>({
    name: 'query-freshness',
    text: 'SELECT partition, sequence, lag_seconds FROM projector.freshness($1, $2)',
    values: [name, version],
  });
  return {
    positions: rows.map(({ partition, sequence }) => ({ partition, sequence })),
    lagSeconds: Math.max(0, ...rows.map((row) => row.lag_seconds)),
  };
}

/** The same by partition, with what was set aside: for a reader who sees all. */
export async function stateOf(
  client: PoolClient,
  name: ReadModelName,
  version: number,
): Promise<ProjectionState> {
  const { rows } = await client.query<{
    partition: number;
    sequence: number;
    last_sequence: number;
    lag_seconds: number;
    event_time: Date | null;
    parked: number;
  }>(
    `SELECT p.partition, p.sequence, j.last_sequence, f.lag_seconds, p.event_time,
       (SELECT count(*) FROM projector.parked_events e
        WHERE e.projection = p.projection AND e.version = p.version AND e.partition = p.partition) AS parked
     FROM projector.positions p JOIN journal.partitions j USING (partition)
       JOIN projector.freshness($1, $2) f USING (partition)
     WHERE p.projection = $1 AND p.version = $2 ORDER BY p.partition`,
    [name, version],
  );
  return {
    name,
    version,
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
