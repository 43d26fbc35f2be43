import { parsePositions } from '../../event/index.js';
import { Refused } from './refused.js';

/** Where a part of the log begins. */
export interface Beginning {
  /** Sequences by partition, behind which it begins. */
  readonly after: ReadonlyMap<number, number>;
  /** Events appended earlier are left out (Unix milliseconds). */
  readonly sinceMs: number;
}

const TIME = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z)?$/;

/** Reads `beginning`, a UTC date or time, or positions such as `0:17,3:4`. */
export function parseBeginning(text: string): Beginning {
  if (text === 'beginning') return { after: new Map(), sinceMs: 0 };
  const positions = parsePositions(text);
  if (positions) {
    return { after: new Map(positions.map((one) => [one.partition, one.sequence])), sinceMs: 0 };
  }
  const sinceMs = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(sinceMs)) return { after: new Map(), sinceMs };
  throw new Refused(
    `--from ${text}: it must be beginning, a date as 2026-01-31 or 2026-01-31T12:00:00Z, or positions as 0:17,3:4`,
  );
}
