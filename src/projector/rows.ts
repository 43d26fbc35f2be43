import { keyText } from './compile.js';
import type { Row } from './definition.js';

/**
 * Rows of owned tables that a partition's owner knows: as they stand in the database after its last commit, or
 * `null` for one that does not exist. Safe to keep, because the position's compare-and-set fences everyone else.
 */
export class RowCache {
  readonly #maxRows: number;
  readonly #tables = new Map<string, Map<string, Row | null>>();
  /** Nothing was written before the cache was made, and nothing is forgotten: a row it does not know does not exist. */
  #complete: boolean;
  #size = 0;

  /**
   * @param maxRows that {@link trim} keeps, of all tables together
   * @param fromStart whether the partition's owner has applied nothing yet
   */
  constructor(maxRows: number, fromStart: boolean) {
    this.#maxRows = maxRows;
    this.#complete = fromStart;
  }

  /** `undefined` where the row is not known. */
  get(table: string, key: string): Row | null | undefined {
    return this.#tables.get(table)?.get(key) ?? (this.#complete ? null : undefined);
  }

  set(table: string, key: string, row: Row | null): void {
    const rows = this.#rowsOf(table);
    // The order tells which was set longest ago; where nothing was ever forgotten, it is not worth a second look-up.
    const before = rows.size;
    if (!this.#complete) rows.delete(key);
    rows.set(key, row);
    this.#size += rows.size - before;
  }

  /** Takes the rows that a query for `keys` found; those it did not find are known not to exist. */
  fill(table: string, key: readonly string[], keys: readonly Row[], found: readonly Row[]): void {
    for (const row of keys) this.set(table, keyText(key, row), null);
    for (const row of found) this.set(table, keyText(key, row), row);
  }

  /**
   * Forgets the rows of each table that were set longest ago. Only where every row is written and no window is open: it relies on what it
   * loaded.
   */
  trim(): void {
    if (this.#size <= this.#maxRows) return;
    this.#complete = false;
    const share = Math.floor(this.#maxRows / this.#tables.size);
    this.#size = 0;
    for (const rows of this.#tables.values()) {
      for (const key of rows.keys()) {
        if (rows.size <= share) break;
        rows.delete(key);
      }
      this.#size += rows.size;
    }
  }

  #rowsOf(table: string): Map<string, Row | null> {
    const known = this.#tables.get(table);
    if (known) return known;
    const rows = new Map<string, Row | null>();
    this.#tables.set(table, rows);
    return rows;
  }
}
