import { type KeyValue, type ListName, lists } from './resources.js';

/** The place behind a row, as opaque text: the list and the row's key. */
export function writeCursor(list: ListName, key: readonly KeyValue[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url');
}

/** Reads what {@link writeCursor} wrote for the same list; `undefined` for anything else. */
export function readCursor(list: ListName, cursor: string): readonly KeyValue[] | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  const values = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  const types: readonly string[] = Object.values(lists[list].key);
  if (!Array.isArray(values) || values[0] !== list || values.length !== types.length + 1) return undefined;
  const key: KeyValue[] = [];
  for (const [index, type] of types.entries()) {
    const value: unknown = values[index + 1];
    if (type === 'string' && typeof value === 'string' && !value.includes('\0')) key.push(value);
    else if (type === 'number' && typeof value === 'number' && Number.isSafeInteger(value)) key.push(value);
    else if (type === 'time' && typeof value === 'string' && isInstant(value)) key.push(value);
    else return undefined;
  }
  return key;
}

/** As `Date` writes it. */
function isInstant(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
