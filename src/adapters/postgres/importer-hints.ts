import type { WorkHints } from '../../importer/index.js';
import { pause } from '../../pacing/pause.js';
import type { Pool, PoolClient } from './pool.js';

/** How long to wait before listening again after the connection broke; meanwhile sleepers look by themselves. */
const RETRY_MS = 1_000;

/**
 * Hints from the notification that every append to the journal sends. Holds one connection of `pool` until `signal`
 * is aborted.
 *
 * @returns the hints, and when listening has ended.
 */
export function journalHints(
  pool: Pool,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): { readonly hints: WorkHints; readonly ended: Promise<void> } {
  const wakes = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of wakes) wake();
  };
  const hints: WorkHints = {
    subscribe(wake) {
      wakes.add(wake);
      return () => wakes.delete(wake);
    },
  };
  const ended = (async () => {
    while (!signal.aborted) {
      try {
        await listenUntilBroken(pool, wakeAll, signal);
      } catch (error) {
        onFault(error);
        await pause(RETRY_MS, signal);
      }
    }
  })();
  return { hints, ended };
}

/** Resolves when `signal` is aborted; rejects when the connection breaks. */
async function listenUntilBroken(pool: Pool, wake: () => void, signal: AbortSignal): Promise<void> {
  const client: PoolClient = await pool.connect();
  let end: (error?: Error) => void = () => {};
  const over = new Promise<Error | undefined>((resolve) => {
    end = resolve;
  });
  const stop = () => end();
  client.on('error', end);
  client.on('notification', wake);
  signal.addEventListener('abort', stop);
  let broken: Error | undefined;
  try {
    await client.query('LISTEN headrace_journal');
    wake();
    if (!signal.aborted) broken = await over;
  } finally {
    signal.removeEventListener('abort', stop);
    client.off('notification', wake);
    // Destroyed rather than given back: a connection that listens is nobody else's to use.
    client.release(true);
  }
  if (broken) throw broken;
}
