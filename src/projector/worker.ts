import { DataFault } from '../errors.js';
import type { RecordedEvent } from '../event/index.js';
import type { CompiledProjection } from './compile.js';
import { type FoldedWindow, foldWindow, missingRows, planWindow, type WindowEvent } from './fold.js';
import type { AppliedPosition, CommitOutcome, ParkedEvent, ProjectionStore } from './port.js';
import { RowCache } from './rows.js';

/** The position was moved by another writer: what this process believes of the partition is void. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

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
    this.#cache = new RowCache(cachedRows, position.sequence === 0);
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
   * Applies the events of `window` that are behind the position. @returns what was parked.
   * @throws FencedError where another writer has moved the position; a fault of the store as it comes.
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
    const outcome = await this.#commit(last, folded);
    if (outcome.kind === 'rejected') {
      return this.#isolate(news, new DataFault('rejected_by_database', outcome.detail));
    }
    this.#remember(folded);
    return folded.changes.parked;
  }

  /** @throws DataFault where some event of the window makes it impossible; which, is for {@link #isolate} to find. */
  async #fold(window: readonly WindowEvent[]): Promise<FoldedWindow> {
    const plan = planWindow(this.#compiled, window);
    const loading = [...missingRows(plan, this.#cache)].map(async ([table, keys]) => {
      const rows = await this.#store.loadRows(this.#compiled.projection, table, keys);
      this.#cache.fill(table, this.#keyOf(table), keys, rows);
    });
    await Promise.all(loading);
    try {
      return foldWindow(this.#compiled, plan, this.#cache, this.#parkedKeys);
    } catch (error) {
      throw new DataFault('fold_failed', String(error), { cause: error });
    }
  }

  async #commit(
    last: RecordedEvent,
    folded: FoldedWindow,
  ): Promise<Exclude<CommitOutcome, { kind: 'fenced' }>> {
    const advance = {
      partition: this.#partition,
      from: this.#position,
      to: last.sequence,
      eventTime: last.envelope.time,
    };
    const outcome = await this.#store.commit(this.#compiled.projection, advance, folded.changes);
    if (outcome.kind === 'fenced') {
      throw new FencedError(
        `${this.#compiled.projection.name}: partition ${this.#partition} has another writer`,
      );
    }
    if (outcome.kind === 'committed') this.#position = outcome.position;
    return outcome;
  }

  /** Some event makes the whole window impossible: halves it until the one at fault stands alone, and parks that. */
  async #isolate(window: readonly WindowEvent[], cause: DataFault): Promise<readonly ParkedEvent[]> {
    const [only, ...others] = window;
    if (only && others.length === 0) {
      const fault = { event: only.recorded, reason: cause.reason, detail: cause.message };
      const nothing = foldWindow(this.#compiled, { events: [] }, this.#cache, this.#parkedKeys);
      const parking = { ...nothing, changes: { ...nothing.changes, parked: [fault] } };
      const outcome = await this.#commit(only.recorded, parking);
      if (outcome.kind === 'rejected') throw new Error(`parking was refused: ${outcome.detail}`);
      this.#remember(parking);
      return [fault];
    }
    const middle = Math.floor(window.length / 2);
    const first = await this.apply(window.slice(0, middle));
    return [...first, ...(await this.apply(window.slice(middle)))];
  }

  #remember({ rows, changes }: FoldedWindow): void {
    for (const [table, changed] of rows) for (const [key, row] of changed) this.#cache.set(table, key, row);
    for (const { event } of changes.parked) this.#parkedKeys.add(event.envelope.key);
    this.#cache.trim();
  }

  #keyOf(table: string): readonly string[] {
    return this.#compiled.projection.tables[table]?.key ?? [];
  }
}
