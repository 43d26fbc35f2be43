import type { Identity } from '../../intake/inbound/port.js';
import type { Pool, PoolClient } from './pool.js';

const REMEMBER = {
  name: 'inbound-remember',
  // Sorted, so that two transactions that say the same wait for one another in one direction only.
  text: `WITH said AS (SELECT * FROM unnest($1::uuid[], $2::bigint[]) AS said (event, content)),
         fresh AS (
           INSERT INTO inbound.seen_events (event, content) SELECT event, content FROM said ORDER BY event
           ON CONFLICT DO NOTHING RETURNING event)
         SELECT replace(event::text, '-', '') AS event FROM said
         WHERE NOT EXISTS (SELECT FROM fresh WHERE fresh.event = said.event)`,
};

const CONTENTS = `SELECT replace(event::text, '-', '') AS event, content FROM inbound.seen_events
                  WHERE event = ANY ($1::uuid[])`;

/** Stores events not seen before; @returns the content of the others, by event. */
export async function remember(
  client: PoolClient,
  identities: readonly Identity[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ event: string }>({
    ...REMEMBER,
    values: [
      `{${identities.map(({ event }) => event).join()}}`,
      `{${identities.map(({ content }) => content).join()}}`,
    ],
  });
  if (rows.length === 0) return new Map();
  // Another statement: the first does not see what a transaction it waited for has committed meanwhile.
  const seen = await client.query<{ event: string; content: number }>(CONTENTS, [
    rows.map(({ event }) => event),
  ]);
  const known = new Map(seen.rows.map(({ event, content }) => [event, content]));
  const said = new Map(identities.map(({ event, content }) => [event, content]));
  // Forgotten between the two: that it was seen is known, what it said is not any more.
  return new Map(rows.map(({ event }) => [event, known.get(event) ?? said.get(event) ?? 0]));
}

export async function forgetSeen(pool: Pool, olderThanMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM inbound.seen_events WHERE event = ANY (ARRAY(
       SELECT event FROM inbound.seen_events WHERE seen_at < now() - $1 * interval '1 millisecond'
       ORDER BY seen_at LIMIT $2))`,
    [olderThanMs, limit],
  );
  return rowCount ?? 0;
}
