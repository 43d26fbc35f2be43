import { isDeepStrictEqual } from 'node:util';
import type { DecodedEvent } from '../event/index.js';
import type { OwnedTable, Projection, Row, SharedTable, Table } from './definition.js';

/** A table that events of some type may change. */
export interface ReachedTable {
  readonly projection: Projection;
  readonly name: string;
  readonly table: Table;
}

/** By event type, the tables with a handler for it, and each tally over one of them, in the order they are written. */
export function tablesReached(projections: readonly Projection[]): (type: string) => readonly ReachedTable[] {
  const byType = new Map<string, ReachedTable[]>();
  for (const projection of projections) {
    for (const [name, table] of Object.entries(projection.tables)) {
      const source = table.kind === 'tally' ? projection.tables[table.of] : table;
      if (source === undefined || source.kind === 'tally') continue;
      for (const type of Object.keys(source.on)) {
        byType.set(type, [...(byType.get(type) ?? []), { projection, name, table }]);
      }
    }
  }
  return (type) => byType.get(type) ?? [];
}

/**
 * Which columns of a table hold something else when an event says something else. Handlers are functions, so this is
 * found by trying them: a column that is filled under a condition which `event` does not meet is not found.
 *
 * @param changed the same event with one thing changed, by the name of that thing; several ways to change it
 */
export function columnsReached(
  table: OwnedTable | SharedTable,
  event: DecodedEvent,
  changed: ReadonlyMap<string, readonly DecodedEvent[]>,
): ReadonlyMap<string, readonly string[]> {
  const before = rowsOf(table, event);
  const found = new Map<string, readonly string[]>();
  for (const [name, events] of changed) {
    const columns = new Set(events.flatMap((other) => columnsApart(before, rowsOf(table, other), table.key)));
    if (columns.size > 0) found.set(name, [...columns]);
  }
  return found;
}

/** The rows that an event makes where there were none; none where a handler cannot take made-up data. */
function rowsOf(table: OwnedTable | SharedTable, event: DecodedEvent): readonly Row[] {
  try {
    if (table.kind === 'shared') return table.on[event.type]?.(event) ?? [];
    const handler = table.on[event.type];
    return handler?.rows(event).map((key) => handler.fold(undefined, event, key)) ?? [];
  } catch {
    return [];
  }
}

/** Where there are more rows, or fewer, it is the key that differs. */
function columnsApart(
  before: readonly Row[],
  after: readonly Row[],
  key: readonly string[],
): readonly string[] {
  if (before.length !== after.length) return key;
  return before.flatMap((row, i) => {
    const other = after[i] ?? {};
    return Object.keys({ ...row, ...other }).filter((name) => !isDeepStrictEqual(row[name], other[name]));
  });
}
