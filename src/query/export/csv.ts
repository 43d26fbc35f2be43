import type { Row } from '../port.js';

const LINE_END = '\r\n';

/** Names of the columns, as the first line. RFC 4180. */
export const csvHead = (columns: readonly string[]): string => `${columns.map(cell).join(',')}${LINE_END}`;

/** A row as a line: nothing for null, times in ISO 8601, lists and objects as JSON. */
export const csvLine = (columns: readonly string[], row: Row): string =>
  `${columns.map((column) => cell(row[column])).join(',')}${LINE_END}`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  return quoted(typeof value === 'string' ? harmless(value) : JSON.stringify(value));
}

// Also in full width, which some programs take for the same.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Spreadsheets run a text that begins like a formula. A quote before it makes it a text, and stays visible. */
const harmless = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** An empty text is told apart from null by its quotes. */
const quoted = (text: string): string =>
  text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
