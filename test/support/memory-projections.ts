import type { CompiledProjection } from '../../src/projector/compile.js';
import { keyText } from '../../src/projector/compile.js';
import type { Projection, Row, SharedTable } from '../../src/projector/definition.js';
import type { AppliedPosition, Changes, ProjectionStore } from '../../src/projector/port.js';

export type Tables = Readonly<Record<string, readonly Row[]>>;

/** The projector's store in memory: merges as the SQL does, so that folds can be tried without a database. */
export class MemoryProjections implements ProjectionStore {
  readonly #projection: Projection;
  readonly #tables: ReadonlyMap<string, Map<string, Row>>;
  readonly #positions = new Map<number, AppliedPosition>();
  readonly parked: Changes['parked'][number][] = [];

  constructor({ projection }: CompiledProjection) {
    this.#projection = projection;
    this.#tables = new Map(Object.keys(projection.tables).map((name) => [name, new Map()]));
  }

  /** All rows, sorted by key; tallies summed over partitions, and only those that are not all zero. */
  get tables(): Tables {
    return Object.fromEntries([...this.#tables].map(([name, rows]) => [name, this.#sorted(name, rows)]));
  }

  async ensure(): Promise<void> {}

  async position(_projection: Projection, partition: number): Promise<AppliedPosition> {
    return this.#positions.get(partition) ?? { sequence: 0, revision: 0 };
  }

  async parkedKeys(): Promise<readonly string[]> {
    return this.parked.map(({ event }) => event.envelope.key);
  }

  async loadRows(_projection: Projection, table: string, keys: readonly Row[]): Promise<readonly Row[]> {
    const rows = this.#rows(table);
    return keys.map((key) => rows.get(this.#keyText(table, key))).filter((row) => row !== undefined);
  }

  async commit(
    _projection: Projection,
    { partition, from, to }: { partition: number; from: AppliedPosition; to: number },
    changes: Changes,
  ) {
    for (const [table, rows] of changes.owned)
      for (const row of rows) this.#rows(table).set(this.#keyText(table, row), row);
    for (const [table, rows] of changes.shared) for (const row of rows) this.#merge(table, row);
    for (const [table, rows] of changes.tallies) for (const row of rows) this.#add(table, row);
    this.parked.push(...changes.parked);
    const position = { sequence: to, revision: from.revision + 1 };
    this.#positions.set(partition, position);
    return { kind: 'committed' as const, position };
  }

  #merge(table: string, fact: Row): void {
    const spec = this.#projection.tables[table];
    if (spec?.kind !== 'shared') throw new Error(`${table} is not shared`);
    const rows = this.#rows(table);
    const at = this.#keyText(table, fact);
    const known = rows.get(at);
    rows.set(at, known ? mergeFacts(known, fact, spec) : fact);
  }

  #add(table: string, amounts: Row): void {
    const spec = this.#projection.tables[table];
    if (spec?.kind !== 'tally') throw new Error(`${table} is not a tally`);
    const rows = this.#rows(table);
    const at = this.#keyText(table, amounts);
    const known = rows.get(at);
    const sums = spec.counts.map((count) => [count, Number(known?.[count] ?? 0) + Number(amounts[count])]);
    rows.set(at, { ...amounts, ...Object.fromEntries(sums) });
  }

  #rows(table: string): Map<string, Row> {
    const rows = this.#tables.get(table);
    if (!rows) throw new Error(`there is no table ${table}`);
    return rows;
  }

  #keyText(table: string, row: Row): string {
    return keyText(this.#projection.tables[table]?.key ?? [], row);
  }

  #sorted(table: string, rows: ReadonlyMap<string, Row>): readonly Row[] {
    const spec = this.#projection.tables[table];
    const sorted = [...rows.values()]
      .map((row) => ({ at: JSON.stringify(spec?.key.map((column) => row[column])), row }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ row }) => row);
    return spec?.kind === 'tally'
      ? sorted.filter((row) => spec.counts.some((count) => row[count] !== 0))
      : sorted;
  }
}

function mergeFacts(known: Row, fact: Row, { merge }: SharedTable): Row {
  const merged: Record<string, unknown> = { ...known };
  for (const [column, how] of Object.entries(merge)) {
    const told = fact[column];
    if (told === undefined || told === null) continue;
    const stamp = `${column}_stamp`;
    const before = merged[column];
    if (how === 'latest') {
      if (compareTexts(String(fact[stamp]), String(merged[stamp] ?? '')) <= 0) continue;
      merged[stamp] = fact[stamp];
      merged[column] = told;
    } else if (before === undefined || before === null || isBeyond(how, told, before)) merged[column] = told;
  }
  return merged;
}

function isBeyond(how: 'least' | 'greatest', told: unknown, before: unknown): boolean {
  const order = typeof told === 'number' ? told - Number(before) : compareTexts(String(told), String(before));
  return how === 'least' ? order < 0 : order > 0;
}

/** As the collation "C" does. */
const compareTexts = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
