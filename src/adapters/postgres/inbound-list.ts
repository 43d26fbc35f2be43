import type { Pool } from './pool.js';

/** A parked record, as a person is shown it. */
export interface ParkedEntry {
  readonly parkedId: number;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly reason: string;
  readonly detail: string;
  readonly state: string;
  readonly parkedAt: Date;
}

export interface ParkedContent extends ParkedEntry {
  readonly writtenAt: Date | null;
  readonly closedAt: Date | null;
  readonly key: Buffer | null;
  readonly headers: readonly (readonly [name: string, value: string | null])[];
  readonly value: Buffer | null;
}

const ENTRY = `parked_id AS "parkedId", topic, partition, "offset", reason, detail, state, parked_at AS "parkedAt"`;

/** What is parked now, oldest first. @param reason `undefined`: whatever it is parked for */
export async function listParked(
  pool: Pool,
  choice: { readonly reason: string | undefined; readonly afterId: number; readonly limit: number },
): Promise<ParkedEntry[]> {
  const { rows } = await pool.query<ParkedEntry>(
    `SELECT ${ENTRY} FROM inbound.parked_records
     WHERE state = 'parked' AND parked_id > $1 AND ($2::text IS NULL OR reason = $2) ORDER BY parked_id LIMIT $3`,
    [choice.afterId, choice.reason, choice.limit],
  );
  return rows;
}

export async function showParked(pool: Pool, parkedId: number): Promise<ParkedContent | undefined> {
  const { rows } = await pool.query<ParkedContent>(
    `SELECT ${ENTRY}, written_at AS "writtenAt", closed_at AS "closedAt", key, headers, value
     FROM inbound.parked_records WHERE parked_id = $1`,
    [parkedId],
  );
  return rows[0];
}

/** Gives records up: their place and reason stay, what was in them goes. @returns the ids of those that were parked */
export async function discardParked(pool: Pool, parkedIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ parked_id: number }>(
    `UPDATE inbound.parked_records SET state = 'discarded', closed_at = now(), key = NULL, headers = '[]', value = NULL
     WHERE parked_id = ANY ($1::bigint[]) AND state = 'parked' RETURNING parked_id`,
    [parkedIds],
  );
  return rows.map((row) => row.parked_id);
}
