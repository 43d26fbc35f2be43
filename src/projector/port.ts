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

/** Everything one window of events changes, to be written in one transaction. */
export interface Changes {
  /** Owned rows as they are now, by table. */
  readonly owned: ReadonlyMap<string, readonly Row[]>;
  /** Facts to merge into shared rows, by table: one a row. Columns merged as `latest` bring `<name>_stamp`. */
  readonly shared: ReadonlyMap<string, readonly Row[]>;
  /** Amounts to add, by tally table: rows of key and counts. */
  readonly tallies: ReadonlyMap<string, readonly Row[]>;
  readonly parked: readonly ParkedEvent[];
}

export interface Advance {
  readonly partition: number;
  readonly from: AppliedPosition;
  readonly to: number;
  /** Time of the last event of the window. */
  readonly eventTime: string;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly position: AppliedPosition }
  /** Another writer has moved the position since: nothing was written. */
  | { readonly kind: 'fenced' }
  /** The database refused a value (out of range, a NUL in a text …): nothing was written. */
  | { readonly kind: 'rejected'; readonly detail: string };

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
