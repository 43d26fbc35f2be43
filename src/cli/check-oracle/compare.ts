import type { Pool } from '../../adapters/postgres/pool.js';
import type { Expected } from './oracle.js';
import type { Relation } from './relations.js';

export interface Comparison {
  /** Rows of the engine's tables and views. */
  readonly rows: number;
  readonly differences: readonly Difference[];
}

/** Rows that only one side has, as JSON text. */
export interface Difference {
  readonly relation: string;
  readonly engine: readonly string[];
  readonly oracle: readonly string[];
}

/** Compares every relation row for row, in all columns. */
export async function compare(
  engine: Pool,
  oracle: Pool,
  relations: readonly Relation[],
): Promise<Comparison> {
  let rows = 0;
  const differences: Difference[] = [];
  for (const { name, select } of relations) {
    const [actual, expected] = await Promise.all([rowsOf(engine, select), rowsOf(oracle, select)]);
    rows += actual.length;
    differences.push(...differencesOf(name, actual, expected));
  }
  return { rows, differences };
}

/** Compares what the engine has set aside, and why, with what it must have. */
export async function compareParked(
  engine: Pool,
  projections: readonly { readonly projection: string; readonly parked: Expected['parked'] }[],
): Promise<Comparison> {
  const { rows } = await engine.query<Record<string, unknown>>(
    'SELECT projection, partition, sequence, key, event_id, event_type, reason FROM projector.parked_events',
  );
  const expected = projections.flatMap(({ projection, parked }) =>
    parked.map(({ event: { envelope, partition, sequence }, reason }) => ({
      ...{ projection, partition, sequence, key: envelope.key },
      ...{ event_id: envelope.id, event_type: envelope.type, reason },
    })),
  );
  const actual = rows.map((row) => JSON.stringify(row));
  const differences = differencesOf(
    'projector.parked_events',
    actual,
    expected.map((row) => JSON.stringify(row)),
  );
  return { rows: rows.length, differences };
}

function differencesOf(
  relation: string,
  actual: readonly string[],
  expected: readonly string[],
): readonly Difference[] {
  const [engine, oracle] = [without(actual, expected), without(expected, actual)];
  return engine.length + oracle.length > 0 ? [{ relation, engine, oracle }] : [];
}

async function rowsOf(pool: Pool, select: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ row: string }>(select);
  return rows.map(({ row }) => row);
}

/** The texts of `some` that `others` lacks, each as often as it lacks it. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return some.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

/** The first rows that differ, for a person: rows that are closest to each other side by side, column by column. */
export function tellDifference({ relation, engine, oracle }: Difference): string {
  const [row, ...others] = engine.length > 0 ? engine : oracle;
  const more = `${engine.length} rows only by the engine, ${oracle.length} only by the oracle`;
  if (row === undefined) return relation;
  const one: Record<string, unknown> = JSON.parse(row);
  const candidates = engine.length > 0 ? oracle.map((text) => JSON.parse(text)) : [];
  const differing = (other: Record<string, unknown>) =>
    Object.keys(one).filter((column) => JSON.stringify(one[column]) !== JSON.stringify(other[column]));
  const [nearest] = candidates.sort((a, b) => differing(a).length - differing(b).length);
  const side = engine.length > 0 ? 'engine' : 'oracle';
  if (!nearest) return `${relation}: ${more}\n  only the ${side}: ${row}${others.length > 0 ? ' …' : ''}`;
  const columns = differing(nearest).map(
    (column) =>
      `    ${column}: engine ${JSON.stringify(one[column])}, oracle ${JSON.stringify(nearest[column])}`,
  );
  const same = Object.fromEntries(
    Object.entries(one).filter(([column, value]) => value !== null && !differing(nearest).includes(column)),
  );
  return [`${relation}: ${more}`, `  ${JSON.stringify(same).slice(0, 400)}`, ...columns].join('\n');
}
