import type { RecordedEvent } from '../event/index.js';
import type { Projection, Row } from './definition.js';

/** How far a projection has applied a partition. Every commit bumps the revision, so an old writer is found out. */
export interface AppliedPosition {
  readonly sequence: number;
  readonly revision: number;
}

export interface ParkedEvent {
  readonly event: RecordedEvent;
  /** Why, as a code: a {@link DataFault}'s reason, `fold_failed`, `rejected_by_database` or `behind_parked`. */
  readonly reason: string;
  readonly detail: string;
}

/** Parked events that someone asked to be applied again, or given up: one key, or one event of it. */
export interface RedriveItem {
  /** The request, and the number of the item in it. */
  readonly redrive: number;
  readonly item: number;
  readonly action: 'redrive' | 'discard';
  /** Tried and undone. */
  readonly dryRun: boolean;
  readonly partition: number;
  readonly key: string;
  /** The one event that is meant; null for all of the key. */
  readonly sequence: number | null;
}

/** What became of parked events: written in the transaction that makes it so. */
export interface Resolution {
  readonly item: RedriveItem;
  /** Sequences of events that are no longer parked. */
  readonly released: readonly number[];
  /** The event that failed again; it stays parked, and so do those behind it. */
  readonly failed: ParkedEvent | undefined;
  /** Whether nothing more is to be done for the item. */
  readonly isLast: boolean;
}

/** Everything one window of events changes, to be written in one transaction. */
export interface Changes {
  /** Owned rows as they are now, by table. */
  readonly owned: ReadonlyMap<string, readonly Row[]>;
  /** Facts to merge into shared rows, by table: one a row. Columns merged as `latest` bring `<name>_stamp`. */
  readonly shared: ReadonlyMap<string, readonly Row[]>;
  /** Amounts to add, by tally table: rows of key and counts. */
  readonly tallies: ReadonlyMap<string, readonly Row[]>;
  readonly parked: readonly ParkedEvent[];
  /** Left out where nothing was tried again. */
  readonly resolution?: Resolution;
}

export interface Advance {
  readonly partition: number;
  readonly from: AppliedPosition;
  /** The same as `from` where only parked events are tried again. */
  readonly to: number;
  /** Time of the last event of the window; null leaves it as it is. */
  readonly eventTime: string | null;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly position: AppliedPosition }
  /** A dry run: all of it could be written, and nothing was. */
  | { readonly kind: 'undone' }
  /** Another writer has moved the position since: nothing was written. */
  | { readonly kind: 'fenced' }
  /** The database refused a value (out of range, a NUL in a text …): nothing was written. */
  | { readonly kind: 'rejected'; readonly detail: string }
  /** The version waits at `sequence`, before the place to advance to: nothing was written. */
  | { readonly kind: 'held'; readonly sequence: number }
  /** It would park more faulty events than it may: nothing was written. */
  | { readonly kind: 'parked_too_many'; readonly detail: string };

/** What the projector needs of a database. Rejections of its promises are faults of infrastructure. */
export interface ProjectionStore {
  /** Makes the tables and views of this version where they are missing. */
  ensure(projection: Projection): Promise<void>;
  position(projection: Projection, partition: number): Promise<AppliedPosition>;
  /** Partition keys with a parked event: later events of these keys are parked behind it. */
  parkedKeys(projection: Projection, partition: number): Promise<readonly string[]>;
  /**
   * The rows of an owned table with these keys; those that do not exist are left out.
   * @throws DataFault where the database cannot hold such a key
   */
  loadRows(projection: Projection, table: string, keys: readonly Row[]): Promise<readonly Row[]>;
  /** Writes `changes` and moves the position, in one transaction, if the position is still at `advance.from`. */
  commit(projection: Projection, advance: Advance, changes: Changes): Promise<CommitOutcome>;
}

/** What redriving needs of a database. Rejections of its promises are faults of infrastructure. */
export interface RedriveStore {
  /** Says that this process feeds the projection. @returns what is asked of it in `partitions`, oldest first. */
  pendingRedrives(projection: Projection, partitions: readonly number[]): Promise<readonly RedriveItem[]>;
  /** The first parked events that the item means, at most `limit`, in sequence, as they came from the log. */
  parkedEvents(projection: Projection, item: RedriveItem, limit: number): Promise<readonly RecordedEvent[]>;
  /** Whether any event of the key is parked. */
  isParked(projection: Projection, partition: number, key: string): Promise<boolean>;
  /** Writes what became of an item without effect on anything else: a dry run's result. */
  report(resolution: Resolution): Promise<void>;
  /** Writes down why a partition stands still. */
  stopped(projection: Projection, partition: number, reason: string, detail: string): Promise<void>;
}
