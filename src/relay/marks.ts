import type { ByPartition, RelayStore } from './port.js';

/**
 * Writes acknowledged marks beside the sending, one statement at a time; marks that pile up meanwhile become one. A mark
 * is a floor for the next start: one that is late or lost costs nothing, so a fault is told and not retried.
 */
export class MarkWriter {
  readonly #store: RelayStore;
  readonly #epoch: number;
  readonly #onFault: (error: unknown) => void;
  #waiting = new Map<number, number>();
  #writing: Promise<void> | undefined;

  constructor(store: RelayStore, epoch: number, onFault: (error: unknown) => void) {
    this.#store = store;
    this.#epoch = epoch;
    this.#onFault = onFault;
  }

  note(acknowledged: ByPartition<number>): void {
    for (const [partition, sequence] of acknowledged) this.#waiting.set(partition, sequence);
    this.#writing ??= this.#write();
  }

  /** Resolves when nothing is left to write. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      const marks = this.#waiting;
      this.#waiting = new Map();
      await this.#store.advance(this.#epoch, marks).catch(this.#onFault);
    }
    this.#writing = undefined;
  }
}
