import type { DataFault } from '../errors.js';
import type { DecodedEvent, RecordedEvent } from '../event/index.js';
import { type CompiledProjection, keyText } from './compile.js';
import type { OwnedHandler, Row, SharedTable } from './definition.js';
import { mergeFact, stampOf } from './merge.js';
import type { Changes, ParkedEvent } from './port.js';
import type { RowCache } from './rows.js';
import { tallyChanges } from './tally.js';

/** An event of a window, decoded or found faulty. */
export interface WindowEvent {
  readonly recorded: RecordedEvent;
  readonly decoded: DecodedEvent | DataFault;
}

/** What an event is going to touch, known before any row is loaded. */
interface PlannedEvent {
  readonly recorded: RecordedEvent;
  readonly event?: DecodedEvent;
  readonly owned: readonly { table: string; key: Row; keyText: string; handler: OwnedHandler }[];
  readonly facts: readonly { table: string; fact: Row; keyText: string; spec: SharedTable }[];
  readonly fault?: { readonly reason: string; readonly detail: string };
}

export interface Plan {
  readonly events: readonly PlannedEvent[];
}

/** Asks each event which rows it touches. Pure; a handler that throws makes its event faulty, nothing else. */
export function planWindow(compiled: CompiledProjection, window: readonly WindowEvent[]): Plan {
  const events: PlannedEvent[] = [];
  for (const { recorded, decoded } of window) {
    const effects = compiled.effects.get(recorded.envelope.type);
    if (!effects) continue;
    if (decoded instanceof Error) {
      events.push({
        recorded,
        owned: [],
        facts: [],
        fault: { reason: decoded.reason, detail: decoded.message },
      });
      continue;
    }
    try {
      events.push({
        recorded,
        event: decoded,
        owned: effects.owned.flatMap(({ table, key, handler }) =>
          handler.rows(decoded).map((row) => ({ table, key: row, keyText: keyText(key, row), handler })),
        ),
        facts: effects.shared.flatMap(({ table, spec, facts }) =>
          facts(decoded).map((fact) => ({ table, fact, keyText: keyText(spec.key, fact), spec })),
        ),
      });
    } catch (error) {
      events.push({
        recorded,
        owned: [],
        facts: [],
        fault: { reason: 'fold_failed', detail: String(error) },
      });
    }
  }
  return { events };
}

/** Keys of owned rows, by table, that the plan needs and the cache does not know. */
export function missingRows(plan: Plan, cache: RowCache): ReadonlyMap<string, readonly Row[]> {
  const missing: RowsByTable = new Map();
  for (const { owned } of plan.events) {
    for (const { table, key, keyText } of owned) {
      if (cache.get(table, keyText) === undefined) put(missing, table, keyText, key);
    }
  }
  return new Map([...missing].map(([table, keys]) => [table, [...keys.values()]]));
}

/** Owned rows after the window, by table and key. */
export type ChangedRows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

type RowsByTable = Map<string, Map<string, Row>>;

export interface FoldedWindow {
  readonly changes: Changes;
  readonly rows: ChangedRows;
}

/**
 * Folds the planned events in order. An event takes effect whole or not at all: one that throws is parked, and so
 * is every later one of its key. `parkedKeys` are those parked before.
 */
export function foldWindow(
  compiled: CompiledProjection,
  plan: Plan,
  cache: RowCache,
  parkedKeys: ReadonlySet<string>,
): FoldedWindow {
  const rows: RowsByTable = new Map();
  const facts: RowsByTable = new Map();
  const blocked = new Set(parkedKeys);
  const parked: ParkedEvent[] = [];
  for (const planned of plan.events) {
    const key = planned.recorded.envelope.key;
    const fault = blocked.has(key)
      ? BEHIND_PARKED
      : (planned.fault ?? applyEvent(planned, rows, facts, cache));
    if (!fault) continue;
    if (isReadable(key)) blocked.add(key);
    parked.push({ event: planned.recorded, ...fault });
  }
  return {
    rows,
    changes: {
      owned: new Map([...rows].map(([table, changed]) => [table, [...changed.values()]])),
      shared: new Map([...facts].map(([table, merged]) => [table, [...merged.values()]])),
      tallies: tallyChanges(compiled.tallies, rows, cache),
      parked,
    },
  };
}

/** An event without a key has no order to keep: it holds up only itself. */
export const isReadable = (key: string): boolean => key !== '';

const BEHIND_PARKED = { reason: 'behind_parked', detail: 'an earlier event of this key is parked' };

/** Applies one event to `rows` and `facts`, or leaves both as they were and says why. */
function applyEvent(
  { event, owned, facts }: PlannedEvent,
  rows: RowsByTable,
  factRows: RowsByTable,
  cache: RowCache,
): PlannedEvent['fault'] {
  if (!event) return undefined;
  const foldedRows: RowsByTable = new Map();
  const mergedFacts: RowsByTable = new Map();
  try {
    for (const { table, key, keyText, handler } of owned) {
      const before =
        find(foldedRows, table, keyText) ?? find(rows, table, keyText) ?? cache.get(table, keyText);
      put(foldedRows, table, keyText, handler.fold(before ?? undefined, event, key));
    }
    const stamp = facts.length > 0 ? stampOf(event) : '';
    for (const { table, keyText, spec, fact } of facts) {
      const before = find(mergedFacts, table, keyText) ?? find(factRows, table, keyText);
      put(mergedFacts, table, keyText, mergeFact(before, spec, fact, stamp));
    }
  } catch (error) {
    return { reason: 'fold_failed', detail: String(error) };
  }
  putAll(rows, foldedRows);
  putAll(factRows, mergedFacts);
  return undefined;
}

const find = (rows: RowsByTable, table: string, key: string) => rows.get(table)?.get(key);

function put(rows: RowsByTable, table: string, key: string, row: Row): void {
  const known = rows.get(table);
  if (known) known.set(key, row);
  else rows.set(table, new Map([[key, row]]));
}

function putAll(rows: RowsByTable, added: RowsByTable): void {
  for (const [table, byKey] of added) for (const [key, row] of byKey) put(rows, table, key, row);
}
