import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { startOf } from './embedded-processes.js';

/** The process that holds a lock. A pid alone may have been given to another process since. */
interface Holder {
  readonly pid: number;
  /** When the process started, in whatever form the system tells; equal only for the same process. */
  readonly started: string;
}

/**
 * Takes the lock file at `path` for this process. A lock whose process is gone is taken over.
 *
 * @returns undefined when taken, otherwise the pid of the live process that has it.
 */
export function takeLock(path: string): number | undefined {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: startOf(process.pid) ?? '' }));
  try {
    for (;;) {
      // A hard link appears whole or not at all, and only where there is none: nobody reads half a lock.
      if (linked(draft, path)) return undefined;
      const found = read(path);
      const holder = liveHolder(found);
      if (holder !== undefined) return holder;
      bury(path, found, `${draft}.stale`);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The pid of the live process that has the lock; undefined where none has. */
export function lockHolder(path: string): number | undefined {
  return liveHolder(read(path));
}

/** Gives the lock back; does nothing where it is not this process's. */
export function releaseLock(path: string): void {
  if (parse(read(path))?.pid === process.pid) rmSync(path, { force: true });
}

function liveHolder(found: string | undefined): number | undefined {
  const holder = parse(found);
  return holder && startOf(holder.pid) === holder.started ? holder.pid : undefined;
}

/** Removes the stale lock, unless another process has just replaced it by its own. */
function bury(path: string, stale: string | undefined, grave: string): void {
  try {
    renameSync(path, grave);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (read(grave) !== stale) linked(grave, path);
  rmSync(grave, { force: true });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string | undefined): Holder | undefined {
  const match = /^\{"pid":(\d+),"started":"([^"]*)"\}$/.exec(text ?? '');
  return match ? { pid: Number(match[1]), started: match[2] ?? '' } : undefined;
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
