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
}
