import { createIntakeStore } from '../../src/adapters/postgres/intake.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool, type Pool } from '../../src/adapters/postgres/pool.js';
import { createApiKey } from '../../src/intake/index.js';

export async function withPool<T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 2, applicationName: 'headrace bench', onIdleError: () => {} });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

export const addOrganisation = (url: string, organisation: string) =>
  withPool(url, (pool) =>
    pool.query(
      'INSERT INTO intake.organisations (organisation, name) VALUES ($1, $1) ON CONFLICT DO NOTHING',
      [organisation],
    ),
  );

/** A key that may ask, of an organisation or, by `null`, of an operator. */
export const addKeyOf = (url: string, organisation: string | null): Promise<string> =>
  withPool(url, async (pool) => {
    const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM journal.partitions');
    const store = createIntakeStore(pool, await openJournal(pool, rows[0]?.count ?? 0));
    const scopes = organisation === null ? (['operate', 'query'] as const) : (['query'] as const);
    const made = await createApiKey(store, { organisation, label: 'bench', scopes });
    if (made === 'no_organisation') throw new Error(`there is no organisation ${organisation}`);
    return made.secret;
  });
