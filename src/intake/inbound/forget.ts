import { createWaker } from '../../pacing/waker.js';
import type { InboundStore } from './port.js';

/** Small enough that nobody waits for its transaction. */
const BATCH = 10_000;
const ROUND_MS = 60_000;

export interface ForgettingOptions {
  readonly store: Pick<InboundStore, 'forgetSeen'>;
  /** How long repeats are known as such. */
  readonly rememberMs: number;
  readonly onFault: (error: unknown) => void;
}

/** Forgets events that were seen long ago, until `signal` is aborted; what cannot be forgotten now is so later. */
export async function keepForgetting(
  { store, rememberMs, onFault }: ForgettingOptions,
  signal: AbortSignal,
): Promise<void> {
  const waker = createWaker(signal);
  try {
    while (!signal.aborted) {
      const forgotten = await store.forgetSeen(rememberMs, BATCH).catch((error: unknown) => {
        onFault(error);
        return 0;
      });
      if (forgotten < BATCH) await waker.pause(ROUND_MS);
    }
  } finally {
    waker.close();
  }
}
