import { DataFault } from '../errors.js';
import type { CompiledProjection } from './compile.js';
import {
  closeWindow,
  type FoldedWindow,
  foldInto,
  isReadable,
  missingRows,
  OpenWindow,
  planWindow,
  type WindowEvent,
} from './fold.js';
import type { Advance, AppliedPosition, CommitOutcome, ProjectionStore } from './port.js';
import { RowCache } from './rows.js';
import { FencedError, ParkedTooManyError } from './stops.js';

/** What the owner of a partition knows of it for one projection: its position, its rows, and which keys are parked. */
export class PartitionState {
  readonly cache: RowCache;
  readonly parkedKeys: Set<string>;
  /** Names the projection and the partition in messages. */
  readonly place: string;
  readonly #compiled: CompiledProjection;
  readonly #store: ProjectionStore;
  readonly #partition: number;
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
    this.place = `${compiled.projection.name}: partition ${partition}`;
    this.parkedKeys = new Set(parkedKeys);
    this.cache = new RowCache(cachedRows, position.sequence === 0);
  }

  static async open(
    compiled: CompiledProjection,
    store: ProjectionStore,
    partition: number,
    cachedRows: number,
  ): Promise<PartitionState> {
    const position = await store.position(compiled.projection, partition);
    const parkedKeys = await store.parkedKeys(compiled.projection, partition);
    return new PartitionState(compiled, store, partition, position, parkedKeys, cachedRows);
  }

  /** Sequence of the last event applied. */
  get sequence(): number {
    return this.#position.sequence;
  }

  /** A window in which nothing has happened. */
  openWindow(parkedKeys: ReadonlySet<string> = this.parkedKeys): OpenWindow {
    return new OpenWindow(parkedKeys, this.#compiled.finalTables);
  }

  /** Folds events into the window. @throws DataFault where the database cannot hold the key of some row */
  async fold(events: readonly WindowEvent[], window: OpenWindow): Promise<void> {
    const plan = planWindow(this.#compiled, events);
    const loading = [...missingRows(plan, window, this.cache)].map(async ([table, keys]) => {
      const rows = await this.#store.loadRows(this.#compiled.projection, table, keys);
      this.cache.fill(table, this.#compiled.projection.tables[table]?.key ?? [], keys, rows);
    });
    await Promise.all(loading);
    foldInto(window, plan, this.cache);
  }

  /** @throws DataFault where what the window contributes cannot be counted */
  close(window: OpenWindow): FoldedWindow {
    try {
      return closeWindow(this.#compiled, window, this.cache);
    } catch (error) {
      throw new DataFault('fold_failed', String(error), { cause: error });
    }
  }

  /** @throws FencedError, ParkedTooManyError; a fault of the store as it comes */
  async commit(
    to: Pick<Advance, 'to' | 'eventTime'>,
    { changes }: FoldedWindow,
  ): Promise<Exclude<CommitOutcome, { kind: 'fenced' | 'parked_too_many' }>> {
    const advance = { partition: this.#partition, from: this.#position, ...to };
    const outcome = await this.#store.commit(this.#compiled.projection, advance, changes);
    if (outcome.kind === 'fenced') throw new FencedError(`${this.place} has another writer`);
    if (outcome.kind === 'parked_too_many') throw new ParkedTooManyError(`${this.place}: ${outcome.detail}`);
    if (outcome.kind === 'committed') this.#position = outcome.position;
    return outcome;
  }

  /** Takes over what a window has changed; all windows before it are written. */
  remember({ rows, changes }: FoldedWindow): void {
    this.cache.trim();
    for (const [table, changed] of rows) for (const [key, row] of changed) this.cache.set(table, key, row);
    for (const { event } of changes.parked) {
      if (isReadable(event.envelope.key)) this.parkedKeys.add(event.envelope.key);
    }
  }
}
