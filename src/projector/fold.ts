import type { DataFault } from '../errors.js';
import type { DecodedEvent, RecordedEvent } from '../event/index.js';
import { type CompiledProjection, keyText, type TypeEffects } from './compile.js';
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
  /** Undefined where the event is at fault. */
  readonly event?: DecodedEvent;
  readonly owned: readonly OwnedTouch[];
  readonly facts: readonly ToldFact[];
  readonly fault?: Fault;
}

interface OwnedTouch {
  readonly table: string;
  readonly key: Row;
  readonly keyText: string;
  readonly handler: OwnedHandler;
  /** The row as the cache has it, so that it is looked up once; `undefined` where it was not known yet. */
  stored: Row | undefined;
}

interface ToldFact {
  readonly table: string;
  readonly fact: Row;
  readonly keyText: string;
  readonly spec: SharedTable;
}

interface Fault {
  readonly reason: string;
  readonly detail: string;
}

export interface Plan {
  readonly events: readonly PlannedEvent[];
}

/** Asks each event which rows it touches. Pure; a handler that throws makes its event faulty, nothing else. */
export function planWindow(compiled: CompiledProjection, window: readonly WindowEvent[]): Plan {
  const events: PlannedEvent[] = [];
  for (const { recorded, decoded } of window) {
    const effects = compiled.effects.get(recorded.envelope.type);
    if (effects) events.push(planEvent(effects, recorded, decoded));
  }
  return { events };
}

function planEvent(
  effects: TypeEffects,
  recorded: RecordedEvent,
  decoded: DecodedEvent | DataFault,
): PlannedEvent {
  if (decoded instanceof Error) return faulty(recorded, decoded.reason, decoded.message);
  // Loops and not `flatMap`: this runs for every event of the log.
  const owned: OwnedTouch[] = [];
  const facts: ToldFact[] = [];
  try {
    for (const { table, key, handler } of effects.owned) {
      for (const row of handler.rows(decoded)) {
        owned.push({ table, key: row, keyText: keyText(key, row), handler, stored: undefined });
      }
    }
    for (const { table, spec, facts: tell } of effects.shared) {
      for (const fact of tell(decoded)) {
        facts.push({ table, fact, keyText: keyText(spec.key, fact), spec });
      }
    }
  } catch (error) {
    return faulty(recorded, 'fold_failed', String(error));
  }
  return { recorded, event: decoded, owned, facts };
}

function faulty(recorded: RecordedEvent, reason: string, detail: string): PlannedEvent {
  return { recorded, owned: [], facts: [], fault: { reason, detail } };
}

/** Keys of owned rows, by table, that the plan needs and neither the window nor the cache knows. */
export function missingRows(
  plan: Plan,
  window: OpenWindow,
  cache: RowCache,
): ReadonlyMap<string, readonly Row[]> {
  const missing: RowsByTable = new Map();
  for (const { owned } of plan.events) {
    for (const touch of owned) {
      const { table, key, keyText } = touch;
      if (find(window.rows, table, keyText)) continue;
      const known = cache.get(table, keyText);
      if (known === undefined) put(missing, table, keyText, key);
      else touch.stored = known ?? undefined;
    }
  }
  return new Map([...missing].map(([table, keys]) => [table, [...keys.values()]]));
}

type RowsByTable = Map<string, Map<string, Row>>;

/** With rows of usual length, larger writes than 2,000 of them take no less time each, and a lot of memory. */
const FINAL_ROW_SIZE = 10;

/** What events have changed that are not written yet. */
export class OpenWindow {
  /** Owned rows as they are now. */
  readonly rows: RowsByTable = new Map();
  /** Merged facts of shared rows. */
  readonly facts: RowsByTable = new Map();
  readonly parked: ParkedEvent[] = [];
  /** Keys of which no event may be applied. */
  readonly blocked: Set<string>;
  readonly #finalTables: ReadonlySet<string>;

  /**
   * @param parkedKeys those parked before
   * @param finalTables see {@link CompiledProjection.finalTables}
   */
  constructor(parkedKeys: Iterable<string>, finalTables: ReadonlySet<string>) {
    this.blocked = new Set(parkedKeys);
    this.#finalTables = finalTables;
  }

  /** Rows that will be written. One that no later event can change is as good as several: it has nothing to wait for. */
  get size(): number {
    let size = 0;
    for (const changed of this.rows.values()) size += changed.size;
    for (const [table, merged] of this.facts) {
      size += merged.size * (this.#finalTables.has(table) ? FINAL_ROW_SIZE : 1);
    }
    return size;
  }
}

/** Owned rows after the window, by table and key. */
export type ChangedRows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** All that a window changes, ready to be written. */
export interface FoldedWindow {
  readonly changes: Changes;
  readonly rows: ChangedRows;
}

/**
 * Folds the planned events into the window, in order. An event takes effect whole or not at all: one that throws is
 * parked, and so is every later one of its key.
 */
export function foldInto(window: OpenWindow, plan: Plan, cache: RowCache): void {
  const { blocked, parked } = window;
  for (const planned of plan.events) {
    const key = planned.recorded.envelope.key;
    const fault = blocked.has(key) ? BEHIND_PARKED : (planned.fault ?? applyEvent(planned, window, cache));
    if (!fault) continue;
    if (isReadable(key)) blocked.add(key);
    parked.push({ event: planned.recorded, ...fault });
  }
}

/** @param cache owned rows as they were before the window */
export function closeWindow(
  { tallies }: CompiledProjection,
  { rows, facts, parked }: OpenWindow,
  cache: RowCache,
): FoldedWindow {
  return {
    rows,
    changes: {
      owned: new Map([...rows].map(([table, changed]) => [table, [...changed.values()]])),
      shared: new Map([...facts].map(([table, merged]) => [table, [...merged.values()]])),
      tallies: tallyChanges(tallies, rows, cache),
      parked,
    },
  };
}

/** An event without a key has no order to keep: it holds up only itself. */
export const isReadable = (key: string): boolean => key !== '';

const BEHIND_PARKED = { reason: 'behind_parked', detail: 'an earlier event of this key is parked' };

/** Applies one event to the window, or leaves it as it was and says why. */
function applyEvent(
  { event, owned, facts }: PlannedEvent,
  { rows, facts: factRows }: OpenWindow,
  cache: RowCache,
): Fault | undefined {
  if (!event) return undefined;
  const undo: Change[] = [];
  try {
    for (const { table, key, keyText, handler, stored } of owned) {
      const changed = find(rows, table, keyText);
      const row = handler.fold(changed ?? stored ?? cache.get(table, keyText) ?? undefined, event, key);
      undo.push({ of: rows, table, keyText, before: changed });
      put(rows, table, keyText, row);
    }
    const stamp = facts.length > 0 ? stampOf(event) : '';
    for (const { table, keyText, spec, fact } of facts) {
      const before = find(factRows, table, keyText);
      const row = mergeFact(before, spec, fact, stamp);
      undo.push({ of: factRows, table, keyText, before });
      put(factRows, table, keyText, row);
    }
  } catch (error) {
    for (const { of, table, keyText, before } of undo.reverse()) {
      if (before) put(of, table, keyText, before);
      else of.get(table)?.delete(keyText);
    }
    return { reason: 'fold_failed', detail: String(error) };
  }
  return undefined;
}

/** What a row was before an event changed it, for the case that the rest of the event fails. */
interface Change {
  readonly of: RowsByTable;
  readonly table: string;
  readonly keyText: string;
  readonly before: Row | undefined;
}

const find = (rows: RowsByTable, table: string, key: string) => rows.get(table)?.get(key);

function put(rows: RowsByTable, table: string, key: string, row: Row): void {
  const known = rows.get(table);
  if (known) known.set(key, row);
  else rows.set(table, new Map([[key, row]]));
}
