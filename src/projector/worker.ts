import { DataFault } from '../errors.js';
import type { CompiledProjection } from './compile.js';
import {
  type FoldedWindow,
  foldWindow,
  isReadable,
  missingRows,
  planWindow,
  type WindowEvent,
} from './fold.js';
import type {
  Advance,
  AppliedPosition,
  CommitOutcome,
  ParkedEvent,
  ProjectionStore,
  Resolution,
} from './port.js';
import { RowCache } from './rows.js';
import { FencedError, ParkedTooManyError } from './stops.js';

/** One projection on one partition: what its owner knows, and how it applies a window of events. */
export class PartitionWorker {
  readonly #compiled: CompiledProjection;
  readonly #store: ProjectionStore;
  readonly #partition: number;
  readonly #cache: RowCache;
  readonly #parkedKeys: Set<string>;
  #position: AppliedPosition;

  private constructor(
    compiled: CompiledProjection,
    store: ProjectionStore,
    partition: number,
    position: AppliedPosition,
    parkedKeys: readonly string[],
    cachedRows: number,
  ) {
    this.#compiled = compiled;
    this.#store = store;
    this.#partition = partition;
    this.#position = position;
    this.#parkedKeys = new Set(parkedKeys);
    this.#cache = new RowCache(cachedRows);
  }

  static async open(
    compiled: CompiledProjection,
    store: ProjectionStore,
    partition: number,
    cachedRows: number,
  ): Promise<PartitionWorker> {
    const position = await store.position(compiled.projection, partition);
    const parkedKeys = await store.parkedKeys(compiled.projection, partition);
    return new PartitionWorker(compiled, store, partition, position, parkedKeys, cachedRows);
  }

  /** Sequence of the last event applied. */
  get sequence(): number {
    return this.#position.sequence;
  }

  /**
   * Applies the events of `window` that are behind the position; where the version is told to wait, only those up to
   * there. @returns what was parked.
   * @throws FencedError where another writer has moved the position; ParkedTooManyError; a fault of the store as it comes.
   */
  async apply(window: readonly WindowEvent[]): Promise<readonly ParkedEvent[]> {
    const news = window.filter(({ recorded }) => recorded.sequence > this.#position.sequence);
    const last = news.at(-1)?.recorded;
    if (!last) return [];
    const folded = await this.#fold(news).catch((error: unknown) => {
      if (error instanceof DataFault) return error;
      throw error;
    });
    if (folded instanceof DataFault) return this.#isolate(news, folded);
    const outcome = await this.#commit({ to: last.sequence, eventTime: last.envelope.time }, folded);
    if (outcome.kind === 'rejected') {
      return this.#isolate(news, new DataFault('rejected_by_database', outcome.detail));
    }
    if (outcome.kind === 'held') {
      return this.apply(news.filter(({ recorded }) => recorded.sequence <= outcome.sequence));
    }
    this.#remember(folded);
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
    const parkedKeys = new Set(this.#parkedKeys);
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
    const outcome = await this.#commit(at, settled);
    if (outcome.kind === 'rejected') return new DataFault('rejected_by_database', outcome.detail);
    if (outcome.kind === 'committed') this.#remember(settled);
    return resolution;
  }

  /** Later events of the key are applied again. */
  release(key: string): void {
    this.#parkedKeys.delete(key);
  }

  /** @throws DataFault where some event of the window makes it impossible; which, is for {@link #isolate} to find. */
  async #fold(
    window: readonly WindowEvent[],
    parkedKeys: ReadonlySet<string> = this.#parkedKeys,
  ): Promise<FoldedWindow> {
    const plan = planWindow(this.#compiled, window);
    const loading = [...missingRows(plan, this.#cache)].map(async ([table, keys]) => {
      const rows = await this.#store.loadRows(this.#compiled.projection, table, keys);
      this.#cache.fill(table, this.#keyOf(table), keys, rows);
    });
    await Promise.all(loading);
    try {
      return foldWindow(this.#compiled, plan, this.#cache, parkedKeys);
    } catch (error) {
      throw new DataFault('fold_failed', String(error), { cause: error });
    }
  }

  async #commit(
    to: Pick<Advance, 'to' | 'eventTime'>,
    folded: FoldedWindow,
  ): Promise<Exclude<CommitOutcome, { kind: 'fenced' | 'parked_too_many' }>> {
    const advance = { partition: this.#partition, from: this.#position, ...to };
    const outcome = await this.#store.commit(this.#compiled.projection, advance, folded.changes);
    const place = `${this.#compiled.projection.name}: partition ${this.#partition}`;
    if (outcome.kind === 'fenced') throw new FencedError(`${place} has another writer`);
    if (outcome.kind === 'parked_too_many') throw new ParkedTooManyError(`${place}: ${outcome.detail}`);
    if (outcome.kind === 'committed') this.#position = outcome.position;
    return outcome;
  }

  /** Some event makes the whole window impossible: halves it until the one at fault stands alone, and parks that. */
  async #isolate(window: readonly WindowEvent[], cause: DataFault): Promise<readonly ParkedEvent[]> {
    const [only, ...others] = window;
    if (only && others.length === 0) {
      const fault = { event: only.recorded, reason: cause.reason, detail: cause.message };
      const nothing = this.#nothing();
      const parking = { ...nothing, changes: { ...nothing.changes, parked: [fault] } };
      const { sequence, envelope } = only.recorded;
      const outcome = await this.#commit({ to: sequence, eventTime: envelope.time }, parking);
      if (outcome.kind === 'rejected') throw new Error(`parking was refused: ${outcome.detail}`);
      if (outcome.kind === 'held') return [];
      this.#remember(parking);
      return [fault];
    }
    const middle = Math.floor(window.length / 2);
    const first = await this.apply(window.slice(0, middle));
    // Told to wait within the first half: nothing behind it may be applied.
    if (this.sequence < (window[middle - 1]?.recorded.sequence ?? 0)) return first;
    return [...first, ...(await this.apply(window.slice(middle)))];
  }

  #nothing(): FoldedWindow {
    return foldWindow(this.#compiled, { events: [] }, this.#cache, this.#parkedKeys);
  }

  #remember({ rows, changes }: FoldedWindow): void {
    for (const [table, changed] of rows) for (const [key, row] of changed) this.#cache.set(table, key, row);
    for (const { event } of changes.parked) {
      if (isReadable(event.envelope.key)) this.#parkedKeys.add(event.envelope.key);
    }
    this.#cache.trim();
  }

  #keyOf(table: string): readonly string[] {
    return this.#compiled.projection.tables[table]?.key ?? [];
  }
}
