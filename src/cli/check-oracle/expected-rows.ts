import type { Pool } from '../../adapters/postgres/pool.js';
import type { Projection } from '../../projector/index.js';
import type { Expected } from './oracle.js';
import { schemaOf } from './relations.js';

/** Puts the oracle's rows into tables of the same making, so that both sides are told in the database's own types. */
export async function writeExpected(pool: Pool, projection: Projection, expected: Expected): Promise<void> {
  const schema = schemaOf(projection);
  for (const [table, rows] of expected.tables) {
    if (rows.length === 0) continue;
    const columns = await pool.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [`${schema}.${table}`],
    );
    const names = columns.rows.map(({ name }) => name).join(', ');
    await pool.query(
      `INSERT INTO ${schema}.${table} (${names})
       SELECT ${names} FROM jsonb_populate_recordset(NULL::${schema}.${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  const { name, version } = projection;
  await pool.query(
    `INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
       event_version, reason, detail, payload)
     SELECT $1, $2, partition, sequence, key, id, type, event_version, reason, '', decode(payload, 'base64')
     FROM jsonb_to_recordset($3::jsonb) AS p (partition smallint, sequence bigint, key text, id text, type text,
       event_version text, reason text, payload text)`,
    [
      name,
      version,
      JSON.stringify(
        expected.parked.map(({ event: { envelope, payload, partition, sequence }, reason }) => ({
          ...{ partition, sequence, key: envelope.key, id: envelope.id, type: envelope.type, reason },
          event_version: envelope.version,
          payload: payload.toString('base64'),
        })),
      ),
    ],
  );
}
