import type { Row } from './port.js';

/** A field of a row of a read model, by the type that its view's column has. */
export function textOf(row: Row, field: string): string | null {
  const value = row[field];
  return typeof value === 'string' ? value : null;
}

export function countOf(row: Row, field: string): number {
  const value = row[field];
  return typeof value === 'number' ? value : 0;
}

export function timeOf(row: Row, field: string): Date | null {
  const value = row[field];
  return value instanceof Date ? value : null;
}

/** Rows that come with an item. */
export function rowsOf(row: Row, field: string): readonly Row[] {
  const value = row[field];
  return Array.isArray(value) ? value.filter(isRow) : [];
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Texts of a list, as funnels have them. */
export function textsOf(row: Row, field: string): readonly string[] {
  const value = row[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
