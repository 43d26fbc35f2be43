import type { Position } from '../event/index.js';

/** The number that tables of a preview have while it lasts: none that anybody gives a version. */
export const PREVIEW_VERSION = 1_000_000_000;

/** One version of a projection, as its tables stand now. */
export interface VersionState {
  readonly version: number;
  /** live: the public views show it; previous: they did before, and a rollback shows it again. */
  readonly role: 'live' | 'previous' | 'other' | 'retired';
  /** Since a process last said that it applies the log to it; null for never. */
  readonly fedSecondsAgo: number | null;
  /** That process, as host/pid. */
  readonly fedBy: string | null;
  /** Events set aside. */
  readonly parked: number;
  /** Why it stands still, where it does. */
  readonly stop: { readonly reason: string; readonly detail: string } | null;
  readonly partitions: readonly VersionPartition[];
}

export interface VersionPartition extends Position {
  /** Sequence of the newest event in the log. */
  readonly head: number;
  /** Age, by append time, of the oldest event not applied; 0 where all are. */
  readonly lagSeconds: number;
}

/** What differs between two versions, at one position vector. */
export interface Comparison {
  readonly projection: string;
  readonly live: number;
  readonly next: number;
  readonly positions: readonly Position[];
  /** Rows that differ, in all tables and views. */
  readonly differences: number;
  readonly relations: readonly RelationComparison[];
  /** What only one of them has: a table, a view, or `table.column`; and tables whose keys are others. */
  readonly notCompared: readonly string[];
}

export interface RelationComparison {
  readonly name: string;
  readonly kind: 'table' | 'tally' | 'view';
  /** Rows of either. */
  readonly rows: number;
  readonly onlyLive: number;
  readonly onlyNext: number;
  /** Rows that both have, with other values. */
  readonly differing: number;
  /** Of these, by column that differs. */
  readonly columns: Readonly<Record<string, number>>;
  /** A few of all that differ. */
  readonly samples: readonly RowDifference[];
}

export interface RowDifference {
  readonly key: Readonly<Record<string, unknown>>;
  readonly only: 'live' | 'next' | null;
  /** By column; all columns where only one has the row. */
  readonly values: Readonly<Record<string, { readonly live: unknown; readonly next: unknown }>>;
}

export type HoldOutcome =
  | { readonly kind: 'held'; readonly at: readonly Position[] }
  /** Another command holds one of them. */
  | { readonly kind: 'busy' };

export type ShowOutcome =
  | { readonly kind: 'shown' }
  /** In these partitions it has not applied what the live one has. */
  | { readonly kind: 'behind'; readonly partitions: readonly number[] }
  /** Readers kept the views busy. */
  | { readonly kind: 'locked' }
  /** Something else stands in the way; why, for a person. */
  | { readonly kind: 'refused'; readonly detail: string };

/** What operating on versions needs of a database. Rejections of its promises are faults of infrastructure. */
export interface VersionStore {
  /** Names of all projections that have tables here. */
  names(): Promise<readonly string[]>;
  /** All versions of a projection, the newest first. */
  versions(name: string): Promise<readonly VersionState[]>;
  /** Partitions of which the journal no longer has the first event, though there was one. */
  partitionsCutShort(): Promise<readonly number[]>;
  /**
   * Makes these versions stop in every partition where the furthest of them is now, until released or `ttlMs` after the
   * last {@link renew}.
   */
  hold(name: string, versions: readonly number[], by: string, ttlMs: number): Promise<HoldOutcome>;
  renew(by: string, ttlMs: number): Promise<void>;
  release(by: string): Promise<void>;
  /**
   * Compares what the two hold, in one snapshot. `opened` is awaited once the snapshot is taken: from then on both may
   * go on.
   */
  compare(
    name: string,
    live: number,
    next: number,
    opened: (positions: readonly Position[], others: readonly Position[]) => Promise<void>,
  ): Promise<Omit<Comparison, 'positions'>>;
  /** Makes the public views show `version`, in one transaction; unless `evenStale`, only where it is not behind. */
  show(name: string, version: number, evenStale: boolean): Promise<ShowOutcome>;
  /** Drops the tables of a version that is not shown. Its number stays taken unless it is `forgotten`. */
  drop(name: string, version: number, forgotten: boolean): Promise<void>;
}
