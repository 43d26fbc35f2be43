import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenSpool } from '../../intake/index.js';
import { type FileBudget, Spool } from './spool.js';

/** Results of some five million lines. The folder lies beside the database: filling its disk would stop everything. */
const BYTES_MAX = 1024 * 1024 * 1024;

/** Spools with their files in `folder`, which is emptied: what a process before us left there, nobody waits for. */
export function fileSpools(folder: string, bytesMax = BYTES_MAX): OpenSpool {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // Open in another process, on a system that protects it.
    }
  }
  const budget: FileBudget = { folder, bytesMax, bytes: 0 };
  return () => new Spool(budget);
}
