import { backoffMs } from '../pacing/backoff.js';

/** How often, and how soon, a handler that failed is called again. */
export interface RetryOptions {
  /** Calls in all before the event is put among the dead letters. Default 5. */
  readonly attempts: number;
  /** Pause after the first failure; after each further one it doubles. Default 200. */
  readonly firstMs: number;
  /** Longest pause. Default 30,000. */
  readonly mostMs: number;
  /**
   * What a failure means. `retry` (the default): call again, up to `attempts` times. `wait`: call again until it works,
   * for faults of something that all events need, e.g. a database that is down. `dead`: no repetition will help.
   */
  readonly judge: (error: unknown) => 'retry' | 'wait' | 'dead';
}

export const RETRY_DEFAULTS: RetryOptions = {
  attempts: 5,
  firstMs: 200,
  mostMs: 30_000,
  judge: () => 'retry',
};

export type Verdict =
  | { readonly kind: 'again'; readonly waitMs: number; readonly attempts: number }
  | { readonly kind: 'dead'; readonly attempts: number };

/** Counts the failures of what is being tried now, by offset. */
export class Trials {
  readonly #options: RetryOptions;
  readonly #failures = new Map<string, { calls: number; counted: number }>();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  failed(offset: string, error: unknown): Verdict {
    const { attempts, firstMs, mostMs } = this.#options;
    const judged = this.#judge(error);
    const before = this.#failures.get(offset);
    const calls = (before?.calls ?? 0) + 1;
    const counted = (before?.counted ?? 0) + (judged === 'wait' ? 0 : 1);
    if (judged === 'dead' || counted >= attempts) return { kind: 'dead', attempts: calls };
    this.#failures.set(offset, { calls, counted });
    return { kind: 'again', waitMs: backoffMs(calls, firstMs, mostMs, Math.random()), attempts: calls };
  }

  over(offset: string): void {
    // Asked for every event, and nearly always there is none.
    if (this.#failures.size > 0) this.#failures.delete(offset);
  }

  #judge(error: unknown): 'retry' | 'wait' | 'dead' {
    try {
      return this.#options.judge(error);
    } catch {
      // A judge that fails must not decide anything for good.
      return 'retry';
    }
  }
}
