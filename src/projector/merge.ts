import type { DecodedEvent } from '../event/index.js';
import type { Merge, Row, SharedTable } from './definition.js';

/** Says which of two events is later: sorts by time, then by what names the event, so that every replica agrees. */
export function stampOf({ envelope }: DecodedEvent): string {
  return `${envelope.time} ${envelope.id} ${envelope.source}`;
}

/**
 * Merges a fact into what is known of its row (a stored row, or facts not yet written). A column that is null or
 * left out says nothing.
 */
export function mergeFact(known: Row | undefined, table: SharedTable, fact: Row, stamp: string): Row {
  if (table.appended) return known ?? fact;
  const row: Record<string, unknown> = known ? { ...known } : pick(fact, table.key);
  // By the columns of the fact: it tells a few, while the table may have many.
  for (const column of Object.keys(fact)) {
    const merge = table.merge[column];
    const value = fact[column];
    if (merge && value !== undefined && value !== null) mergeColumn(row, column, merge, value, stamp);
  }
  return row;
}

function mergeColumn(
  row: Record<string, unknown>,
  column: string,
  merge: Merge,
  value: unknown,
  stamp: string,
): void {
  if (merge === 'latest') {
    const known = row[`${column}_stamp`];
    if (typeof known === 'string' && !isTextBefore(known, stamp)) return;
    row[column] = value;
    row[`${column}_stamp`] = stamp;
    return;
  }
  const known = row[column];
  if (known === undefined || known === null || isBetter(merge, value, known)) row[column] = value;
}

function isBetter(merge: 'least' | 'greatest', value: unknown, known: unknown): boolean {
  const [before, after] = merge === 'least' ? [value, known] : [known, value];
  if (typeof before === 'number' && typeof after === 'number') return before < after;
  if (typeof before === 'string' && typeof after === 'string') return isTextBefore(before, after);
  throw new Error(`${merge} compares numbers or texts, not ${typeof value} with ${typeof known}`);
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Texts by their bytes, as the database compares them. JavaScript goes by UTF-16 units, which is the same but for
 * characters beyond U+FFFF: these are surrogates there, and come before U+E000.
 */
function isTextBefore(one: string, other: string): boolean {
  if (!SURROGATE.test(one) && !SURROGATE.test(other)) return one < other;
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0;
}

function pick(row: Row, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
