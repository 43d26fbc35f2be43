import { createWaker } from '../pacing/waker.js';

/** What deleting needs of a database. Rejections are faults of infrastructure. */
export interface PayloadStore {
  /**
   * Deletes up to `limit` payloads of processes, and as many inputs of tasks, that ended longer ago than `keptMs`.
   *
   * @returns how many it deleted of whichever there were more.
   */
  deletePayloads(keptMs: number, limit: number): Promise<number>;
}

export interface DeletingOptions {
  readonly store: PayloadStore;
  /** How long payloads are kept after their process has ended. */
  readonly keptMs: number;
  readonly onDeleted: (payloads: number) => void;
  readonly onFault: (error: unknown) => void;
  /** Most in one transaction. Default 1,000: nobody waits for it. */
  readonly chunk?: number;
  /** Pause where nothing is left to delete. Default a minute. */
  readonly pollMs?: number;
}

/** Deletes payloads whose time is over, until `signal` is aborted; what cannot be deleted now is so later. */
export async function keepDeletingPayloads(
  { store, keptMs, onDeleted, onFault, chunk = 1_000, pollMs = 60_000 }: DeletingOptions,
  signal: AbortSignal,
): Promise<void> {
  const waker = createWaker(signal);
  try {
    while (!signal.aborted) {
      const deleted = await store.deletePayloads(keptMs, chunk).catch((error: unknown) => {
        onFault(error);
        return 0;
      });
      if (deleted > 0) onDeleted(deleted);
      if (deleted < chunk) await waker.pause(pollMs);
    }
  } finally {
    waker.close();
  }
}
