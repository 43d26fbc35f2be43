/** Where a lifecycle says what went wrong. */
export interface LifecycleLog {
  error(facts: object, message: string): void;
}

/**
 * What a process has started. It is stopped in reverse order: whoever was started later may need what came before.
 */
export class Lifecycle {
  /** Resolves with the first fault after which there is no point in going on. */
  readonly failed: Promise<Error>;
  readonly #log: LifecycleLog;
  readonly #stops: { readonly name: string; readonly stop: () => Promise<void> }[] = [];
  #fail: (error: Error) => void = () => {};
  #stopping: Promise<void> | undefined;

  constructor(log: LifecycleLog) {
    this.#log = log;
    this.failed = new Promise((resolve) => {
      this.#fail = resolve;
    });
  }

  /** Remembers how to stop what was just started. */
  started(name: string, stop: () => Promise<void>): void {
    this.#stops.push({ name, stop });
  }

  /** Starts work that goes on until its signal is aborted. Ending by itself, in whatever way, is a failure. */
  run(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    const stop = new AbortController();
    const running = work(stop.signal).then(
      () => {
        if (!stop.signal.aborted) this.fail(new Error(`${name} ended by itself`));
      },
      (cause: unknown) => this.fail(new Error(`${name} failed`, { cause })),
    );
    this.started(name, async () => {
      stop.abort();
      await running;
    });
  }

  fail(error: Error): void {
    this.#fail(error);
  }

  /** Stops everything, once; a part that cannot be stopped is told of, and the others are stopped all the same. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const { name, stop } of this.#stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.#log.error({ err: error }, `${name} could not be stopped`);
      }
    }
  }
}
