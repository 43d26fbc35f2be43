import { parsePositions } from '../event/index.js';
import { InputError } from './input-error.js';

/** Where a part of the log begins. */
export interface Beginning {
  /** Sequences by partition, behind which it begins. */
  readonly after: ReadonlyMap<number, number>;
  /** Events appended earlier are left out (Unix milliseconds). */
  readonly sinceMs: number;
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/;
const SPAN = /^(\d{1,6})([smhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** How a time may be given, for pages of help. */
export const TIMES = 'a UTC date or time as 2026-01-31T12:00:00Z, or a span before now as 90s, 10m, 2h, 7d';

/** Unix milliseconds; undefined for what is no time. */
export function parseTime(text: string): number | undefined {
  const [, count, unit = ''] = SPAN.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (UNIT_MS[unit] ?? 0);
  const time = TIME.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Reads `beginning`, a time, a span before now, or positions such as `0:17,3:4`. */
export function parseBeginning(text: string): Beginning {
  if (text === 'beginning') return { after: new Map(), sinceMs: 0 };
  const positions = parsePositions(text);
  if (positions) {
    return { after: new Map(positions.map((one) => [one.partition, one.sequence])), sinceMs: 0 };
  }
  const sinceMs = parseTime(text);
  if (sinceMs !== undefined) return { after: new Map(), sinceMs };
  throw new InputError(`${text} is no place: it must be beginning, ${TIMES}, or positions as 0:17,3:4`);
}
