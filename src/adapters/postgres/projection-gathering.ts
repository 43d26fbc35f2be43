import { DatabaseError } from 'pg';
import { rowsOf, type Window } from './projection-windows.js';

/** Rows up to which a window costs less than the transaction around it. */
const SMALL_ROWS = 200;

interface Waiting {
  readonly window: Window;
  readonly resolve: (isWritten: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers small windows: those of one partition that come in the same turn of the event loop, one of each projection, are
 * written in one transaction. Caught up, there are some for every few events, and most of what they cost is their commits.
 *
 * @param write must write all of the windows or none
 * @returns resolves whether the window is written; where not, it is to be written by itself, and shows what is wrong with it
 * or with one of the others. Rejects where nobody knows.
 */
export function gatherWindows(
  write: (windows: readonly Window[]) => Promise<void>,
): (window: Window) => Promise<boolean> {
  let waiting: Waiting[] = [];

  function flush(): void {
    const partitions = new Map<number, Waiting[]>();
    for (const one of waiting) {
      const { partition } = one.window.advance;
      const others = partitions.get(partition);
      if (others) others.push(one);
      else partitions.set(partition, [one]);
    }
    waiting = [];
    for (const gathered of partitions.values()) void writeTogether(gathered);
  }

  async function writeTogether(gathered: Waiting[]): Promise<void> {
    // In one order, so that transactions of two partitions which write the same rows lock them in the same order.
    gathered.sort((a, b) => order(a.window, b.window));
    try {
      if (gathered.length > 1) await write(gathered.map(({ window }) => window));
      for (const { resolve } of gathered) resolve(gathered.length > 1);
    } catch (error) {
      // Refused by the server, it is not committed; of a connection that broke, nobody knows.
      for (const { resolve, reject } of gathered) {
        if (error instanceof DatabaseError) resolve(false);
        else reject(error);
      }
    }
  }

  return async (window) => {
    if (!isSmall(window)) return false;
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ window, resolve, reject });
    });
  };
}

/** One in which events are parked, or tried again, may undo its transaction. */
const isSmall = ({ changes }: Window): boolean =>
  changes.parked.length === 0 && !changes.resolution && rowsOf(changes) <= SMALL_ROWS;

const order = (a: Window, b: Window): number =>
  a.projection.name === b.projection.name
    ? a.projection.version - b.projection.version
    : a.projection.name < b.projection.name
      ? -1
      : 1;
