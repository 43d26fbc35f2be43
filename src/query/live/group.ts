/** What a stream is written to, as far as it matters here: a response, or a stand-in for one. */
export interface Sink {
  /** @returns false where the reader is late, and nothing more should be written until `drain`. */
  write(chunk: Buffer | string): boolean;
  destroy(): void;
  on(event: 'drain', listener: () => void): unknown;
}

/** Markup by part of the page. */
export type Parts = ReadonlyMap<string, string>;

interface Held {
  readonly markup: string;
  /** Number of the change that made it so. */
  readonly change: number;
}

interface Subscriber {
  readonly sink: Sink;
  /** Number of the last change that was written. */
  written: number;
  /** Since when the reader is late, by the monotonic clock; undefined while it is not. */
  lateSinceMs: number | undefined;
}

/** A reader who is late for longer has gone, or never will catch up. */
const LATE_MOST_MS = 30_000;

/**
 * All who look at the same. What changed is made into text once, and written to each of them; whoever is late gets, once
 * it can read again, what has changed since, and not every step of it. So nothing is kept for anybody.
 */
export class Group {
  readonly #epoch: string;
  readonly #nowMs: () => number;
  readonly #parts = new Map<string, Held>();
  readonly #subscribers = new Set<Subscriber>();
  #change = 0;

  /**
   * @param epoch tells the changes of this process from those of another
   * @param nowMs a monotonic clock
   */
  constructor(epoch: string, nowMs: () => number = () => performance.now()) {
    this.#epoch = epoch;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  /**
   * Writes what has changed since `after`, all there is where that cannot be told, and from then on every change.
   *
   * @param after the id of the last message that the reader has seen
   * @returns a function that ends it
   */
  add(sink: Sink, after: string | undefined): () => void {
    const subscriber: Subscriber = { sink, written: this.#changeOf(after), lateSinceMs: undefined };
    this.#subscribers.add(subscriber);
    sink.on('drain', () => {
      subscriber.lateSinceMs = undefined;
      this.#catchUp(subscriber);
    });
    this.#catchUp(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  /** What the page is made of now: those parts that are not as they were are sent. */
  publish(parts: Parts): void {
    const before = this.#change;
    const changed = [...parts].filter(([id, markup]) => this.#parts.get(id)?.markup !== markup);
    if (changed.length === 0) return;
    this.#change++;
    for (const [id, markup] of changed) this.#parts.set(id, { markup, change: this.#change });
    const frame = this.#frame(before);
    for (const subscriber of this.#subscribers) {
      if (subscriber.lateSinceMs !== undefined) continue;
      if (subscriber.written === before) this.#write(subscriber, frame);
      else this.#catchUp(subscriber);
    }
  }

  /** The same text to everybody who is not late; who is late for too long is cut off. */
  tell(text: Buffer): void {
    const nowMs = this.#nowMs();
    for (const subscriber of this.#subscribers) {
      const { sink, lateSinceMs } = subscriber;
      if (lateSinceMs === undefined) {
        if (!sink.write(text)) subscriber.lateSinceMs = nowMs;
      } else if (nowMs - lateSinceMs > LATE_MOST_MS) sink.destroy();
    }
  }

  #catchUp(subscriber: Subscriber): void {
    if (subscriber.written < this.#change) this.#write(subscriber, this.#frame(subscriber.written));
  }

  #write(subscriber: Subscriber, frame: Buffer): void {
    subscriber.written = this.#change;
    if (!subscriber.sink.write(frame)) subscriber.lateSinceMs = this.#nowMs();
  }

  /** A message with the parts that changed after `change`. */
  #frame(change: number): Buffer {
    const changed = [...this.#parts].filter(([, held]) => held.change > change);
    const data = JSON.stringify(Object.fromEntries(changed.map(([id, { markup }]) => [id, markup])));
    return Buffer.from(`id: ${this.#epoch}.${this.#change}\nevent: parts\ndata: ${data}\n\n`);
  }

  #changeOf(after: string | undefined): number {
    const [epoch, change] = (after ?? '').split('.');
    const number = Number(change);
    return epoch === this.#epoch && /^\d+$/.test(change ?? '') && number <= this.#change ? number : 0;
  }
}
