import { DataFault } from '../errors.js';
import type { CompiledProjection } from './compile.js';
import type { FoldedWindow, WindowEvent } from './fold.js';
import { PartitionState } from './partition.js';
import type { ParkedEvent, ProjectionStore, Resolution } from './port.js';
import { WriteBehind } from './write-behind.js';

/** What a worker holds in memory. */
export interface WorkerPace {
  /** Rows kept for the events that come. */
  readonly cachedRows: number;
  /** While far behind, rows changed before they are written: more fold better, but hold more memory. */
  readonly windowRows: number;
}

/** One projection on one partition: how its owner applies a window of events. */
export class PartitionWorker {
  readonly #state: PartitionState;
  readonly #behind: WriteBehind;

  private constructor(state: PartitionState, windowRows: number) {
    this.#state = state;
    this.#behind = new WriteBehind(state, windowRows);
  }

  static async open(
    compiled: CompiledProjection,
    store: ProjectionStore,
    partition: number,
    { cachedRows, windowRows }: WorkerPace,
  ): Promise<PartitionWorker> {
    const state = await PartitionState.open(compiled, store, partition, cachedRows);
    return new PartitionWorker(state, windowRows);
  }

  /** Sequence of the last event applied. */
  get sequence(): number {
    return this.#state.sequence;
  }

  /** Sequence of the last event taken: it, or some before it, may not be written yet. */
  get takenSequence(): number {
    return this.#behind.sequence;
  }

  /**
   * Takes events to apply them, at the latest where `more` is false. @returns what was parked meanwhile.
   * @throws RedoError where they are wanted again without `more`; and as {@link apply}. The worker is void then.
   */
  async take(window: readonly WindowEvent[], more: boolean): Promise<readonly ParkedEvent[]> {
    if (!more && !this.#behind.isUnderWay) return this.apply(window);
    const news = window.filter(({ recorded }) => recorded.sequence > this.takenSequence);
    const parked = await this.#behind.take(news);
    return more ? parked : [...parked, ...(await this.flush())];
  }

  /** Applies all that was taken. @returns and @throws as {@link take} */
  flush(): Promise<readonly ParkedEvent[]> {
    return this.#behind.flush();
  }

  /**
   * Applies the events of `window` that are behind the position; where the version is told to wait, only those up to
   * there. @returns what was parked.
   * @throws FencedError where another writer has moved the position; ParkedTooManyError; a fault of the store as it comes.
   */
  async apply(window: readonly WindowEvent[]): Promise<readonly ParkedEvent[]> {
    const news = window.filter(({ recorded }) => recorded.sequence > this.sequence);
    const last = news.at(-1)?.recorded;
    if (!last) return [];
    const folded = await this.#fold(news).catch((error: unknown) => {
      if (error instanceof DataFault) return error;
      throw error;
    });
    if (folded instanceof DataFault) return this.#isolate(news, folded);
    const outcome = await this.#state.commit({ to: last.sequence, eventTime: last.envelope.time }, folded);
    if (outcome.kind === 'rejected') {
      return this.#isolate(news, new DataFault('rejected_by_database', outcome.detail));
    }
    if (outcome.kind === 'held') {
      return this.apply(news.filter(({ recorded }) => recorded.sequence <= outcome.sequence));
    }
    this.#state.remember(folded);
    return folded.changes.parked;
  }

  /**
   * Applies parked events of the item's key again, in order, where the position stands: all of them, or those before
   * the first that fails again. Their place in `parked_events` is settled in the same transaction.
   *
   * @returns what was written (or tried, in a dry run); the fault where some event makes all of it impossible.
   * @throws as {@link apply}
   */
  async applyAgain(
    window: readonly WindowEvent[],
    item: Resolution['item'],
    isLast: boolean,
  ): Promise<Resolution | DataFault> {
    const parkedKeys = new Set(this.#state.parkedKeys);
    parkedKeys.delete(item.key);
    const folded = await this.#fold(window, parkedKeys).catch((error: unknown) => {
      if (error instanceof DataFault) return error;
      throw error;
    });
    if (folded instanceof DataFault) return folded;
    const [failed] = folded.changes.parked;
    const released = window.map(({ recorded }) => recorded.sequence);
    const applied = released.filter((sequence) => !failed || sequence < failed.event.sequence);
    return this.settle({ item, released: applied, failed, isLast: isLast || failed !== undefined }, folded);
  }

  /** Writes what became of parked events, and nothing else where nothing is `folded`. @throws as {@link apply} */
  async settle(
    resolution: Resolution,
    folded: FoldedWindow = this.#nothing(),
  ): Promise<Resolution | DataFault> {
    const settled = { ...folded, changes: { ...folded.changes, parked: [], resolution } };
    const at = { to: this.sequence, eventTime: null };
    const outcome = await this.#state.commit(at, settled);
    if (outcome.kind === 'rejected') return new DataFault('rejected_by_database', outcome.detail);
    if (outcome.kind === 'committed') this.#state.remember(settled);
    return resolution;
  }

  /** Later events of the key are applied again. */
  release(key: string): void {
    this.#state.parkedKeys.delete(key);
  }

  /** @throws DataFault where some event of the window makes it impossible; which, is for {@link #isolate} to find. */
  async #fold(
    events: readonly WindowEvent[],
    parkedKeys: ReadonlySet<string> = this.#state.parkedKeys,
  ): Promise<FoldedWindow> {
    const window = this.#state.openWindow(parkedKeys);
    await this.#state.fold(events, window);
    return this.#state.close(window);
  }

  /** Some event makes the whole window impossible: halves it until the one at fault stands alone, and parks that. */
  async #isolate(window: readonly WindowEvent[], cause: DataFault): Promise<readonly ParkedEvent[]> {
    const [only, ...others] = window;
    if (only && others.length === 0) {
      const fault = { event: only.recorded, reason: cause.reason, detail: cause.message };
      const nothing = this.#nothing();
      const parking = { ...nothing, changes: { ...nothing.changes, parked: [fault] } };
      const { sequence, envelope } = only.recorded;
      const outcome = await this.#state.commit({ to: sequence, eventTime: envelope.time }, parking);
      if (outcome.kind === 'rejected') throw new Error(`parking was refused: ${outcome.detail}`);
      if (outcome.kind === 'held') return [];
      this.#state.remember(parking);
      return [fault];
    }
    const middle = Math.floor(window.length / 2);
    const first = await this.apply(window.slice(0, middle));
    // Told to wait within the first half: nothing behind it may be applied.
    if (this.sequence < (window[middle - 1]?.recorded.sequence ?? 0)) return first;
    return [...first, ...(await this.apply(window.slice(middle)))];
  }

  #nothing(): FoldedWindow {
    return this.#state.close(this.#state.openWindow());
  }
}
