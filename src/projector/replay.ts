import type { DecodedEvent } from '../event/index.js';
import { compile } from './compile.js';
import type { Projection, Row } from './definition.js';
import { foldInto, missingRows, OpenWindow, type Plan, planWindow } from './fold.js';
import { RowCache } from './rows.js';

/** What an event changed in a table: columns whose value is another than before it. */
export interface Effect {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Rows that follow from events alone, and what each of these did. */
export interface Replayed {
  /** By table. Tallies are left out: they count over rows that the events need not tell of. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** One an event, in the same order; empty where it changed nothing. */
  readonly effects: readonly (readonly Effect[])[];
}

const NOTHING = Buffer.alloc(0);

/** Folds events from nothing, by the same rules as a projector. Those of a partition have to be in sequence. */
export function replay(projection: Projection, events: readonly DecodedEvent[]): Replayed {
  const compiled = compile(projection);
  const cache = new RowCache(Number.POSITIVE_INFINITY, true);
  const window = new OpenWindow([], compiled.finalTables);
  const effects = events.map((decoded) => {
    const { envelope, partition, sequence } = decoded;
    const recorded = { envelope, partition, sequence, payload: NOTHING, appendedAt: 0 };
    const plan = planWindow(compiled, [{ recorded, decoded }]);
    missingRows(plan, window, cache);
    const touched = touchedBy(plan, window);
    const before = touched.map(({ find }) => find());
    foldInto(window, plan, cache);
    return effectsOf(
      touched.map(({ table, find }, index) => ({ table, before: before[index], after: find() })),
    );
  });
  const rows = new Map(
    [...window.rows, ...window.facts].map(([table, changed]) => [table, [...changed.values()]]),
  );
  return { rows, effects };
}

function touchedBy({ events }: Plan, { rows, facts }: OpenWindow) {
  return events.flatMap((planned) => [
    ...planned.owned.map(({ table, keyText }) => ({ table, find: () => rows.get(table)?.get(keyText) })),
    ...planned.facts.map(({ table, keyText }) => ({ table, find: () => facts.get(table)?.get(keyText) })),
  ]);
}

interface Change {
  readonly table: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

function effectsOf(changes: readonly Change[]): readonly Effect[] {
  const columns = new Map<string, Set<string>>();
  for (const { table, before, after } of changes) {
    const changed = Object.keys(after ?? {}).filter(
      (column) => !column.endsWith('_stamp') && !isSame(before?.[column], after?.[column]),
    );
    if (changed.length > 0) columns.set(table, new Set([...(columns.get(table) ?? []), ...changed]));
  }
  return [...columns].map(([table, names]) => ({ table, columns: [...names].sort() }));
}

/** Null and left out say the same. Rows are plain JSON. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
