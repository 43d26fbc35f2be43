import { countOf, timeOf } from '../fields.js';
import type { ReadModels, Row } from '../port.js';

// Long enough that one slow minute does not turn an hour into a day, short enough to follow what is done about it.
const WINDOW_MS = 10 * 60_000;
const SECOND_MS = 1_000;

/** How fast a supplier's imports end. */
export interface Pace {
  /** Over the last ten minutes, or since something happened in them; 0 where nothing ended. */
  readonly endedPerSecond: number;
  /** Until nothing waits, if it goes on so; null where that cannot be said. */
  readonly secondsLeft: number | null;
}

/** @param minutes rows of `import-minutes`, newest first */
export function paceOf(minutes: readonly Row[], waiting: number, now: Date): Pace {
  const from = now.getTime() - WINDOW_MS;
  let ended = 0;
  let first = now.getTime();
  for (const row of minutes) {
    const minute = timeOf(row, 'minute')?.getTime() ?? 0;
    // A minute that began before the window is not counted: most of it may lie outside.
    if (minute < from) continue;
    ended += countOf(row, 'complete') + countOf(row, 'error') + countOf(row, 'cancelled');
    first = Math.min(first, minute);
  }
  const seconds = Math.max(SECOND_MS, now.getTime() - first) / SECOND_MS;
  const endedPerSecond = ended / seconds;
  if (waiting === 0) return { endedPerSecond, secondsLeft: 0 };
  return { endedPerSecond, secondsLeft: endedPerSecond > 0 ? waiting / endedPerSecond : null };
}

/** Of the two kinds of resources, an hour each. */
const MINUTES = 120;

/** The newest minutes in which anything happened, newest first: rows of `import-minutes`. */
export async function readMinutes(
  readModels: ReadModels,
  organisation: string,
  supplier: string,
): Promise<readonly Row[]> {
  const { value } = await readModels.list({
    list: 'import-minutes',
    organisation,
    filters: new Map([['import_supplier', supplier]]),
    after: undefined,
    limit: MINUTES,
  });
  return value.rows;
}
