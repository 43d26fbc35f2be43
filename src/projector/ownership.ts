import type { Projection } from './definition.js';

/** What decides the partition key of a type, in every version: `process`, a payload path, or unknown. */
export type KeyRules = (type: string) => string | undefined;

/**
 * Proves that each owned table is written by one partition a row, whatever the interleaving: every type it handles
 * is partitioned by what the table says it is partitioned by.
 * @throws Error that names every table and type for which that does not hold.
 */
export function proveOwnership(projection: Projection, keyDeterminedBy: KeyRules): void {
  const faults: string[] = [];
  for (const [name, table] of Object.entries(projection.tables)) {
    if (table.kind !== 'owned' || table.partitionedBy === 'event') continue;
    for (const type of Object.keys(table.on)) {
      const actual = keyDeterminedBy(type);
      if (actual === table.partitionedBy) continue;
      faults.push(
        `${projection.name}.${name} is partitioned by ${table.partitionedBy}, but ${type} by ${actual ?? 'no one thing'}`,
      );
    }
  }
  if (faults.length > 0) throw new Error(`not owned, make it shared:\n${faults.join('\n')}`);
}
