import type { Pool, PoolClient } from '../../src/adapters/postgres/pool.js';
import { inSnapshot } from '../../src/adapters/postgres/reading.js';

/** Reads as the API does for an organisation, or with `null` for an operator. */
export class Reader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Every row of a table or view, asked for without any condition. */
  rows(organisation: string | null, relation: string): Promise<Record<string, unknown>[]> {
    return this.run(organisation, async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${relation}`);
      return rows;
    });
  }

  run<T>(organisation: string | null, work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inSnapshot(this.#pool, organisation, work);
  }
}

/** Tables and views that the limited role may read, by their full names. */
export async function readableRelations(pool: Pool, kinds: readonly ('r' | 'v')[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c
     WHERE c.relkind::text = ANY ($1) AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
       AND has_schema_privilege('headrace_organisation', c.relnamespace, 'USAGE')
       AND has_table_privilege('headrace_organisation', c.oid, 'SELECT') ORDER BY 1`,
    [kinds],
  );
  return rows.map(({ name }) => name);
}
