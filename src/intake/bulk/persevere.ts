import { setTimeout as delay } from 'node:timers/promises';
import { RequestError } from '../../errors.js';
import { backoffMs } from '../../pacing/backoff.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Does `work`, again and again while the infrastructure is at fault: a database that restarts must not end a stream of
 * hours. Repeating is safe, also where a commit was cut off: the external identifier is the idempotency key.
 *
 * @param patienceMs how long to go on
 * @throws what `work` threw last, where that time is over, `signal` is aborted, or another attempt would change nothing
 */
export async function persevere<T>(
  work: () => Promise<T>,
  patienceMs: number,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof RequestError && error.code === 'service_unavailable';
      if (!isPassing || signal.aborted || performance.now() > until) throw error;
      onFault(error);
      const pauseMs = backoffMs(failures, FIRST_PAUSE_MS, LONGEST_PAUSE_MS, Math.random());
      await delay(pauseMs, undefined, { signal }).catch(() => {});
    }
  }
}
