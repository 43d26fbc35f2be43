import type { Pool } from '../../src/adapters/postgres/pool.js';

/** The schemas of the tables that the views show. */
export async function schemaNames(pool: Pool) {
  const { rows } = await pool.query<{ projection: string; schema: string }>(
    "SELECT projection, replace(projection, '-', '_') || '_v' || version AS schema FROM projector.live_versions",
  );
  const schemaOf = (name: string): string => {
    const found = rows.find(({ projection }) => projection === name);
    if (!found) throw new Error(`there is no projection ${name}`);
    return found.schema;
  };
  return {
    imports: schemaOf('import-progress'),
    accounts: schemaOf('account-state'),
    lifecycles: schemaOf('supplier-lifecycles'),
    history: schemaOf('event-history'),
  };
}
