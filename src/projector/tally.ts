import { type CompiledTally, keyText } from './compile.js';
import type { Contribution, Row } from './definition.js';
import type { ChangedRows } from './fold.js';
import type { RowCache } from './rows.js';

/** What to add to each tally: contributions of the changed rows as they are now, less those as they were. */
export function tallyChanges(
  tallies: readonly CompiledTally[],
  rows: ChangedRows,
  cache: RowCache,
): ReadonlyMap<string, readonly Row[]> {
  const changes = new Map<string, readonly Row[]>();
  for (const { table, spec } of tallies) {
    const sums = new Map<string, Record<string, unknown>>();
    const add = (contribution: Contribution, sign: 1 | -1) => {
      const at = keyText(spec.key, contribution.key);
      const sum = sums.get(at) ?? {
        ...contribution.key,
        ...Object.fromEntries(spec.counts.map((count) => [count, 0])),
      };
      for (const count of spec.counts)
        sum[count] = Number(sum[count]) + sign * (contribution.add[count] ?? 0);
      sums.set(at, sum);
    };
    for (const [key, after] of rows.get(spec.of) ?? []) {
      const before = cache.get(spec.of, key);
      if (before) for (const contribution of spec.contribution(before)) add(contribution, -1);
      for (const contribution of spec.contribution(after)) add(contribution, 1);
    }
    const changed = [...sums.values()].filter((sum) => spec.counts.some((count) => sum[count] !== 0));
    if (changed.length > 0) changes.set(table, changed);
  }
  return changes;
}
