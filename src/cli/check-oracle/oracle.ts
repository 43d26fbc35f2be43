import { DataFault } from '../../errors.js';
import type { DecodedEvent, RecordedEvent } from '../../event/index.js';
import type { Projection, Row } from '../../projector/index.js';

type Table = Projection['tables'][string];
type Kind<K extends Table['kind']> = Extract<Table, { kind: K }>;

/** Rows as the log says they are; and what it cannot say, because an event is at fault. */
export interface Expected {
  readonly tables: ReadonlyMap<string, readonly Row[]>;
  readonly parked: readonly { readonly event: RecordedEvent; readonly reason: string }[];
}

interface Held {
  readonly row: Row;
  readonly partition: number;
}

/**
 * What a projection's rows must be: its handlers called for one event after the other, in memory. It shares nothing
 * with the projector but the definition: no windows, no cache, no SQL, no adding up. Merges are those of
 * `projector/definition.ts`, written once more; tallies are counted in the end, from the rows.
 */
export function foldPlainly(
  projection: Projection,
  log: readonly RecordedEvent[],
  decode: (event: RecordedEvent) => DecodedEvent,
): Expected {
  const state = new Map(Object.keys(projection.tables).map((name) => [name, new Map<string, Held>()]));
  const parked: Expected['parked'][number][] = [];
  const blocked = new Set<string>();
  for (const event of log) {
    if (!isHandled(projection, event)) continue;
    const { key } = event.envelope;
    const reason = blocked.has(key) ? 'behind_parked' : tell(projection, state, event, decode);
    if (reason === undefined) continue;
    blocked.add(key);
    parked.push({ event, reason });
  }
  const rowsOf = (name: string) => [...(state.get(name)?.values() ?? [])];
  const tables = Object.entries(projection.tables).map(([name, table]): [string, readonly Row[]] => [
    name,
    table.kind === 'tally' ? count(table, rowsOf(table.of)) : rowsOf(name).map(({ row }) => row),
  ]);
  return { tables: new Map(tables), parked };
}

const isHandled = ({ tables }: Projection, { envelope: { type } }: RecordedEvent) =>
  Object.values(tables).some((table) => table.kind !== 'tally' && table.on[type]);

/** Lets one event change the tables, all of them or none. @returns why none */
function tell(
  { tables }: Projection,
  state: ReadonlyMap<string, Map<string, Held>>,
  recorded: RecordedEvent,
  decode: (event: RecordedEvent) => DecodedEvent,
): string | undefined {
  const changes: { readonly rows: Map<string, Held>; readonly at: string; readonly before?: Held }[] = [];
  const change = (name: string, keyColumns: readonly string[], key: Row, fold: (row?: Row) => Row) => {
    const rows = state.get(name) ?? new Map<string, Held>();
    const values = keyColumns.map((column) => key[column]);
    if (values.some((value) => value === undefined || value === null)) throw new Error('a key is missing');
    const at = JSON.stringify(values);
    const before = rows.get(at);
    changes.push({ rows, at, ...(before && { before }) });
    rows.set(at, { row: fold(before?.row), partition: recorded.partition });
  };
  try {
    const event = decode(recorded);
    for (const [name, table] of Object.entries(tables)) {
      if (table.kind === 'owned') {
        const handler = table.on[event.type];
        for (const key of handler?.rows(event) ?? []) {
          change(name, table.key, key, (row) => handler?.fold(row, event, key) ?? key);
        }
      } else if (table.kind === 'shared') {
        for (const fact of table.on[event.type]?.(event) ?? [])
          change(name, table.key, fact, (row) => merge(table, row, fact, event));
      }
    }
    return undefined;
  } catch (error) {
    for (const { rows, at, before } of changes.reverse()) {
      if (before) rows.set(at, before);
      else rows.delete(at);
    }
    return error instanceof DataFault ? error.reason : 'fold_failed';
  }
}

/** Column by column: which of the two values stands. */
function merge(table: Kind<'shared'>, row: Row | undefined, fact: Row, { envelope }: DecodedEvent): Row {
  if (table.appended) return row ?? fact;
  const merged: Record<string, unknown> = { ...row };
  for (const column of table.key) merged[column] = fact[column];
  for (const [column, how] of Object.entries(table.merge)) {
    const said = fact[column] ?? null;
    const known = row?.[column] ?? null;
    if (said === null) continue;
    if (how === 'latest') {
      const stamp = `${envelope.time} ${envelope.id} ${envelope.source}`;
      if (known !== null && order(stamp, row?.[`${column}_stamp`]) <= 0) continue;
      merged[`${column}_stamp`] = stamp;
    } else if (known !== null && order(said, known) * (how === 'least' ? 1 : -1) >= 0) continue;
    merged[column] = said;
  }
  return merged;
}

/** Numbers by size, texts by their bytes. */
const order = (one: unknown, other: unknown): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));

/** What all rows contribute now, by counter and partition; a counter of nothing is none. */
function count(table: Kind<'tally'>, held: readonly Held[]): readonly Row[] {
  const counters = new Map<string, Record<string, unknown>>();
  for (const { row, partition } of held) {
    for (const { key, add } of table.contribution(row)) {
      const at = JSON.stringify([...table.key.map((column) => key[column]), partition]);
      const counter: Record<string, unknown> = counters.get(at) ?? { ...key, partition };
      for (const name of table.counts) counter[name] = Number(counter[name] ?? 0) + (add[name] ?? 0);
      counters.set(at, counter);
    }
  }
  return [...counters.values()].filter((counter) => table.counts.some((name) => counter[name] !== 0));
}
