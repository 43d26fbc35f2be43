import { keyText } from './compile.js';
import type { Row } from './definition.js';

/**
 * Rows of owned tables that a partition's owner knows: as they stand in the database after its last commit, or
 * `null` for one that does not exist. Safe to keep, because the position's compare-and-set fences everyone else.
 */
export class RowCache {
  readonly #maxRows: number;
  readonly #rows = new Map<string, Row | null>();

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** `undefined` where the row is not known. */
  get(table: string, key: string): Row | null | undefined {
    return this.#rows.get(address(table, key));
  }

  set(table: string, key: string, row: Row | null): void {
    const at = address(table, key);
    this.#rows.delete(at);
    this.#rows.set(at, row);
  }

  /** Takes the rows that a query for `keys` found; those it did not find are known not to exist. */
  fill(table: string, key: readonly string[], keys: readonly Row[], found: readonly Row[]): void {
    for (const row of keys) this.set(table, keyText(key, row), null);
    for (const row of found) this.set(table, keyText(key, row), row);
  }

  /** Forgets the rows set longest ago. Only between windows: a window relies on what it loaded. */
  trim(): void {
    for (const at of this.#rows.keys()) {
      if (this.#rows.size <= this.#maxRows) return;
      this.#rows.delete(at);
    }
  }
}

const address = (table: string, key: string) => `${table}\n${key}`;
