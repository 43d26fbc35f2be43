/** Where a lease is kept. Rejections are faults of infrastructure. */
export interface LeaseStore {
  /**
   * Takes the lease where nobody holds one that has not expired, by the store's own clock.
   *
   * @returns the epoch, greater than any before it; `undefined` where another holds the lease.
   */
  acquire(holder: string, leaseMs: number): Promise<number | undefined>;
  /** Extends the lease of this epoch to `leaseMs` from now. @returns false where it has ended meanwhile. */
  renew(epoch: number, leaseMs: number): Promise<boolean>;
  /** Ends the lease of this epoch at once, so that another need not wait for it to expire. */
  release(epoch: number): Promise<void>;
}

/** Milliseconds of two clocks. One stands still while the machine sleeps, the other jumps when it is set. */
export interface Clocks {
  monotonicMs(): number;
  wallMs(): number;
}

const systemClocks: Clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** Renewals within one lease: three may fail before it lapses. */
const RENEWALS = 4;

/**
 * The share of a lease in which its holder acts. The rest is for what was written to a socket just before the end and
 * has yet to arrive, so that the next holder finds it when it looks where to go on.
 */
const USABLE = 0.8;

/**
 * The right to send. It is held only while both clocks say so, counted from before the store was last asked: a process
 * that was stopped, or a machine that slept, finds that out without asking anyone.
 */
export class Lease {
  readonly epoch: number;
  readonly #store: LeaseStore;
  readonly #leaseMs: number;
  readonly #clocks: Clocks;
  readonly #onFault: (error: unknown) => void;
  readonly #lost = new AbortController();
  #untilMonotonicMs = 0;
  #untilWallMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();

  private constructor(
    epoch: number,
    store: LeaseStore,
    leaseMs: number,
    clocks: Clocks,
    onFault: (error: unknown) => void,
  ) {
    this.epoch = epoch;
    this.#store = store;
    this.#leaseMs = leaseMs;
    this.#clocks = clocks;
    this.#onFault = onFault;
  }

  /** @returns `undefined` where another holds it. @param onFault told of renewals that failed and are tried again */
  static async acquire(
    store: LeaseStore,
    holder: string,
    leaseMs: number,
    onFault: (error: unknown) => void,
    clocks: Clocks = systemClocks,
  ): Promise<Lease | undefined> {
    const asked = { monotonicMs: clocks.monotonicMs(), wallMs: clocks.wallMs() };
    const epoch = await store.acquire(holder, leaseMs);
    if (epoch === undefined) return undefined;
    const lease = new Lease(epoch, store, leaseMs, clocks, onFault);
    lease.#extend(asked.monotonicMs, asked.wallMs);
    lease.#timer = setInterval(() => lease.#renew(), leaseMs / RENEWALS);
    return lease;
  }

  /** Aborted once the lease is known to have ended. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Whether we may send this very moment. Once false it stays false. */
  readonly held = (): boolean => {
    if (this.#lost.signal.aborted) return false;
    const { monotonicMs, wallMs } = this.#clocks;
    if (monotonicMs() < this.#untilMonotonicMs && wallMs() < this.#untilWallMs) return true;
    this.#lose();
    return false;
  };

  /** Gives it up. Never rejects: where the store cannot be told, the lease expires by itself. */
  async release(): Promise<void> {
    this.#lose();
    await this.#renewing;
    await this.#store.release(this.epoch).catch(this.#onFault);
  }

  #renew(): void {
    if (!this.held()) return;
    const monotonicMs = this.#clocks.monotonicMs();
    const wallMs = this.#clocks.wallMs();
    this.#renewing = this.#store.renew(this.epoch, this.#leaseMs).then(
      (renewed) => {
        if (!renewed) this.#lose();
        else if (this.held()) this.#extend(monotonicMs, wallMs);
      },
      (error: unknown) => this.#onFault(error),
    );
  }

  #extend(monotonicMs: number, wallMs: number): void {
    this.#untilMonotonicMs = Math.max(this.#untilMonotonicMs, monotonicMs + this.#leaseMs * USABLE);
    this.#untilWallMs = Math.max(this.#untilWallMs, wallMs + this.#leaseMs * USABLE);
  }

  #lose(): void {
    clearInterval(this.#timer);
    this.#lost.abort();
  }
}
