import type { Projection } from '../../projector/index.js';

/** Who handles an event type: `projection.table`, in the order they are written. */
export type Readers = (type: string) => readonly string[];

/**
 * The tables that a change of a type may reach. Handlers are functions, so which columns they fill from which field is
 * not known: every table with a handler for the type counts, and with it each tally over such a table.
 */
export function readersOf(projections: readonly Projection[]): Readers {
  const byType = new Map<string, string[]>();
  for (const { name: projection, tables } of projections) {
    for (const [name, table] of Object.entries(tables)) {
      const source = table.kind === 'tally' ? tables[table.of] : table;
      if (source === undefined || source.kind === 'tally') continue;
      for (const type of Object.keys(source.on)) {
        byType.set(type, [...(byType.get(type) ?? []), `${projection}.${name}`]);
      }
    }
  }
  return (type) => byType.get(type) ?? [];
}
