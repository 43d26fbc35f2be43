import type { Pool } from './pool.js';

/**
 * The place in each partition behind which events were appended at `sinceMs` (Unix milliseconds) or later. Within a
 * partition times follow sequences, so it is found by halving; nothing but the primary key is needed. Where the journal
 * no longer has what was before, that is 0: the log may have it.
 */
export async function placesAt(pool: Pool, sinceMs: number): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ partition: number; first: number; last: number }>(
    `SELECT partition, last_sequence AS last,
       coalesce((SELECT e.sequence FROM journal.events e WHERE e.partition = p.partition ORDER BY e.sequence LIMIT 1),
         last_sequence + 1) AS first
     FROM journal.partitions p`,
  );
  const isBefore = async (partition: number, sequence: number) => {
    const { rows } = await pool.query<{ before: boolean }>(
      `SELECT appended_at < to_timestamp($3::double precision / 1000) AS before
       FROM journal.events WHERE partition = $1 AND sequence = $2`,
      [partition, sequence, sinceMs],
    );
    return rows[0]?.before ?? false;
  };
  const places = rows.map(async ({ partition, first, last }): Promise<[number, number]> => {
    let [before, behind] = [first - 1, last + 1];
    while (behind - before > 1) {
      const middle = Math.floor((before + behind) / 2);
      if (await isBefore(partition, middle)) before = middle;
      else behind = middle;
    }
    return [partition, before === first - 1 ? 0 : before];
  });
  return new Map(await Promise.all(places));
}
