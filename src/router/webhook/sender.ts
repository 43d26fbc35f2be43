import { backoffMs } from '../../pacing/backoff.js';
import type { Waker } from '../../pacing/waker.js';
import type { Delivery, DeliveryStore } from '../port.js';
import { type AttemptOptions, attemptDelivery } from './attempt.js';

export interface SenderOptions extends AttemptOptions {
  readonly deliveries: DeliveryStore;
  /** Asked right before each request. */
  readonly maySend: () => boolean;
  readonly retryMs: number;
  readonly onFault: (error: unknown) => void;
  readonly onGivenUp: (route: string, eventId: string, detail: string) => void;
}

/** Longest pause between attempts of one key, unless the other side asks for more. */
const RETRY_MAX_MS = 300_000;
/** What the other side may ask for. */
const RETRY_AFTER_MAX_MS = 3_600_000;
/** Deliveries read at once. */
const WINDOW = 200;
/** So many keys that fail at once are taken for an address that is down: no others are tried meanwhile. */
const FAILING_KEYS_MAX = 1_000;
/** How often to look without being woken: for what was queued again by hand. */
const LOOK_MS = 2_000;

interface Failing {
  readonly failures: number;
  /** By the monotonic clock. */
  readonly untilMs: number;
}

/** Sends the queue of one webhook: in order within a key, several keys at once; a key that fails waits by itself. */
export class WebhookSender {
  readonly #options: SenderOptions;
  readonly #waker: Waker;
  readonly #stop: AbortSignal;
  readonly #busy = new Set<string>();
  readonly #failing = new Map<string, Failing>();
  readonly #lanes = new Set<Promise<void>>();
  #runs: Delivery[][] = [];
  #faults = 0;

  constructor(options: SenderOptions, waker: Waker, stop: AbortSignal) {
    this.#options = options;
    this.#waker = waker;
    this.#stop = stop;
  }

  /** Resolves after the stop, when no request is under way. Never rejects. */
  async run(): Promise<void> {
    while (!this.#stop.aborted) {
      try {
        await this.#fill();
        this.#faults = 0;
        await this.#waker.wait(this.#runs.length > 0 ? LOOK_MS : this.#restMs());
      } catch (error) {
        this.#options.onFault(error);
        await this.#waker.pause(
          backoffMs(++this.#faults, this.#options.retryMs, RETRY_MAX_MS, Math.random()),
        );
      }
    }
    await Promise.all(this.#lanes);
  }

  /** Reads what is next and gives each free lane a key. */
  async #fill(): Promise<void> {
    if (this.#runs.length === 0 && this.#lanes.size < this.#options.to.concurrency) await this.#read();
    while (this.#runs.length > 0 && this.#lanes.size < this.#options.to.concurrency) {
      const run = this.#runs.shift() ?? [];
      const lane = this.#sendRun(run).finally(() => {
        this.#lanes.delete(lane);
        this.#waker.wake();
      });
      this.#lanes.add(lane);
    }
  }

  async #read(): Promise<void> {
    const now = performance.now();
    const resting = [...this.#failing].filter(([, { untilMs }]) => untilMs > now).map(([key]) => key);
    if (resting.length >= FAILING_KEYS_MAX) return;
    const { deliveries, route } = this.#options;
    const next = await deliveries.next(route.name, [...resting, ...this.#busy], WINDOW);
    const byKey = new Map<string, Delivery[]>();
    for (const delivery of next) {
      const run = byKey.get(delivery.key);
      if (run) run.push(delivery);
      else byKey.set(delivery.key, [delivery]);
    }
    for (const key of byKey.keys()) this.#busy.add(key);
    this.#runs = [...byKey.values()];
  }

  /** Until the next key may be tried again. */
  #restMs(): number {
    const now = performance.now();
    const waits = Array.from(this.#failing.values(), ({ untilMs }) => untilMs - now).filter((ms) => ms > 0);
    return Math.min(LOOK_MS, ...waits);
  }

  /** Sends deliveries of one key, one after the other, up to the first that fails. Never rejects. */
  async #sendRun(run: readonly Delivery[]): Promise<void> {
    const key = run[0]?.key ?? '';
    const taken: number[] = [];
    try {
      for (const delivery of run) {
        if (this.#stop.aborted || !this.#options.maySend()) break;
        const on = await this.#send(delivery, taken);
        if (!on) break;
      }
    } catch (error) {
      this.#options.onFault(error);
      this.#rest(key, undefined);
    }
    // A delivery that cannot be taken off the queue is sent again: at least once.
    if (taken.length > 0) await this.#options.deliveries.delivered(taken).catch(this.#options.onFault);
    this.#busy.delete(key);
  }

  /** @returns whether the next of this key may follow */
  async #send(delivery: Delivery, taken: number[]): Promise<boolean> {
    const result = await attemptDelivery(this.#options, delivery, Date.now(), this.#stop);
    if (result.outcome === 'taken') {
      taken.push(delivery.id);
      this.#failing.delete(delivery.key);
      return true;
    }
    // Cut short by us: that says nothing about the other side.
    if (this.#stop.aborted) return false;
    const { detail, dead, retryAfterMs } = result;
    await this.#options.deliveries.failed(delivery.id, { detail, dead });
    if (dead !== undefined) {
      this.#failing.delete(delivery.key);
      this.#options.onGivenUp(delivery.route, delivery.event.envelope.id, detail);
      return true;
    }
    this.#rest(delivery.key, retryAfterMs, delivery.attempts);
    return false;
  }

  #rest(key: string, retryAfterMs: number | undefined, attempts = 0): void {
    const failures = (this.#failing.get(key)?.failures ?? attempts) + 1;
    const waitMs = backoffMs(failures, this.#options.retryMs, RETRY_MAX_MS, Math.random());
    const askedMs = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
    this.#failing.set(key, { failures, untilMs: performance.now() + Math.max(waitMs, askedMs) });
  }
}
