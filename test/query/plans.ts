import type { Pool, PoolClient } from '../../src/adapters/postgres/pool.js';

/** Most rows that any step of a query's plan looked at, once it was run. */
export async function rowsLookedAt(
  client: Pool | PoolClient,
  query: { text: string; values?: unknown[] },
): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: Step }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`,
    query.values ?? [],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan');
  return Math.max(...stepsOf(plan).map(lookedAt));
}

interface Step {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Step[];
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

const lookedAt = (step: Step) =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0));
