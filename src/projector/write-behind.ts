import { DataFault } from '../errors.js';
import type { RecordedEvent } from '../event/index.js';
import type { FoldedWindow, OpenWindow, WindowEvent } from './fold.js';
import type { PartitionState } from './partition.js';
import type { ParkedEvent } from './port.js';
import { RedoError } from './stops.js';

/** A window is written after so long, whatever it changes, so that whoever watches sees a projection catch up. */
const FULL_AFTER_MS = 2_000;

/**
 * Folds one delivery after the other into a window and writes it while the next one is folded: far behind, a row that
 * many events change is written once for all of them, and the processor never waits for the database.
 *
 * What cannot be written makes all of it void: {@link PartitionState} must be opened anew then.
 */
export class WriteBehind {
  readonly #state: PartitionState;
  readonly #fullRows: number;
  #window: OpenWindow | undefined;
  #last: RecordedEvent | undefined;
  #openedAt = 0;
  #writing: Promise<readonly ParkedEvent[]> | undefined;
  #fault: { readonly error: unknown } | undefined;

  /** @param fullRows a window is written when it changes so many rows */
  constructor(state: PartitionState, fullRows: number) {
    this.#state = state;
    this.#fullRows = fullRows;
  }

  /** Whether there is anything that is not yet known to be written. */
  get isUnderWay(): boolean {
    return this.#window !== undefined || this.#writing !== undefined || this.#fault !== undefined;
  }

  /** Sequence of the last event taken. */
  get sequence(): number {
    return Math.max(this.#last?.sequence ?? 0, this.#state.sequence);
  }

  /** Takes events behind {@link sequence}. @returns what was parked meanwhile. @throws RedoError, and as the state */
  async take(events: readonly WindowEvent[]): Promise<readonly ParkedEvent[]> {
    this.#refuseVoid();
    const last = events.at(-1)?.recorded;
    if (!last) return [];
    if (!this.#window) {
      this.#window = this.#state.openWindow();
      this.#openedAt = performance.now();
    }
    this.#last = last;
    await this.#state.fold(events, this.#window).catch((error: unknown) => this.#fail(error));
    const age = performance.now() - this.#openedAt;
    return this.#window.size >= this.#fullRows || age >= FULL_AFTER_MS ? this.#write() : [];
  }

  /** Writes all that was taken. @returns and @throws as {@link take} */
  async flush(): Promise<readonly ParkedEvent[]> {
    this.#refuseVoid();
    const before = this.#window ? await this.#write() : [];
    return [...before, ...(await this.#written())];
  }

  /** Begins to write the open window, as soon as the one before is written. @returns what that one parked */
  async #write(): Promise<readonly ParkedEvent[]> {
    const parked = await this.#written();
    const [window, last] = [this.#window, this.#last];
    if (!window || !last) return parked;
    this.#window = undefined;
    const folded = this.#close(window);
    // Before it is written: the next window builds on it, and is void as well where this one is.
    this.#state.remember(folded);
    this.#writing = this.#commit(last, folded);
    // Told to whoever takes or flushes next.
    this.#writing.catch(() => {});
    return parked;
  }

  async #written(): Promise<readonly ParkedEvent[]> {
    const parked = (await this.#writing) ?? [];
    this.#writing = undefined;
    return parked;
  }

  async #commit(last: RecordedEvent, folded: FoldedWindow): Promise<readonly ParkedEvent[]> {
    const at = { to: last.sequence, eventTime: last.envelope.time };
    const outcome = await this.#state.commit(at, folded);
    if (outcome.kind === 'committed') return folded.changes.parked;
    throw new RedoError(
      `${this.#state.place}: events up to ${last.sequence} are taken again (${outcome.kind})`,
      last.sequence,
    );
  }

  #close(window: OpenWindow): FoldedWindow {
    try {
      return this.#state.close(window);
    } catch (error) {
      return this.#fail(error);
    }
  }

  #refuseVoid(): void {
    if (this.#fault) throw this.#fault.error;
  }

  /**
   * Some of what was taken is not in the window: written, it would skip events in silence. Which event of it is at fault
   * cannot be told.
   */
  #fail(cause: unknown): never {
    const message = `${this.#state.place}: events up to ${this.sequence} are taken again`;
    const error =
      cause instanceof DataFault
        ? new RedoError(`${message} (${cause.message})`, this.sequence, { cause })
        : cause;
    this.#fault = { error };
    throw error;
  }
}
