import { isDate } from '../formats/date.js';

const TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * A time of RFC 3339 as the log has it: UTC, milliseconds, `Z`; what is finer is cut off. `undefined` for any other
 * text, for a day that does not exist, and for a second 60, which no clock of ours knows.
 */
export function readTime(text: string): string | undefined {
  const [, day = '', clock, fraction = '', zone = ''] = TIME.exec(text) ?? [];
  if (clock === undefined || !isDate(day)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  if (zone === 'Z' || zone === 'z') return `${day}T${clock}.${milliseconds}Z`;
  const utc = new Date(`${day}T${clock}.${milliseconds}${zone}`).toISOString();
  // An offset may lead out of the years that four digits can name.
  return /^(?!0000)\d{4}-/.test(utc) ? utc : undefined;
}
