import type { RoutedRecord, TopicOffset, TopicsSession } from './port.js';

interface Waiting {
  readonly records: readonly RoutedRecord[];
  readonly onDone: () => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes records of several partitions of the log at once: whoever comes while a request is under way shares the next
 * one. After a fault nothing is known of what was sent, so it takes no more.
 */
export class TopicWriter {
  readonly #session: TopicsSession;
  readonly #onAcknowledged: (ends: readonly TopicOffset[], records: number) => void;
  readonly #onBroken: (error: unknown) => void;
  #waiting: Waiting[] = [];
  #running = false;
  #broken: { readonly error: unknown } | undefined;

  constructor(
    session: TopicsSession,
    onAcknowledged: (ends: readonly TopicOffset[], records: number) => void,
    onBroken: (error: unknown) => void,
  ) {
    this.#session = session;
    this.#onAcknowledged = onAcknowledged;
    this.#onBroken = onBroken;
  }

  /**
   * Resolves when all replicas have them. `onDone` is called in the same breath as what tells of new offsets, so that
   * positions and offsets never contradict each other.
   */
  write(records: readonly RoutedRecord[], onDone: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken.error);
      this.#waiting.push({ records, onDone, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      const records = together.flatMap((one) => one.records);
      try {
        const ends = await this.#session.send(records);
        this.#onAcknowledged(ends, records.length);
        for (const { onDone } of together) onDone();
        for (const { resolve } of together) resolve();
      } catch (error) {
        this.#broken = { error };
        for (const { reject } of [...together, ...this.#waiting]) reject(error);
        this.#waiting = [];
        this.#onBroken(error);
      }
    }
    this.#running = false;
  }
}
