import type { DecodedEvent } from '../event/index.js';

/** A row as plain JSON values by column name; times are UTC text with milliseconds and `Z`. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A table whose rows are each written by one partition only: whatever decides the row's key decides the partition
 * too. So it is folded freely, cached, and written whole. The engine proves `partitionedBy` at start.
 */
export interface OwnedTable {
  readonly kind: 'owned';
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /**
   * What the partition key of every handled type is: `process`; a path into the payload such as `account_number`;
   * or `event` where each event has rows of its own.
   */
  readonly partitionedBy: string;
  readonly on: Readonly<Record<string, OwnedHandler>>;
}

export interface OwnedHandler {
  /** The keys of the rows this event changes; none where it has nothing to say. */
  rows(event: DecodedEvent): readonly Row[];
  /** The row after the event, key columns included. */
  fold(row: Row | undefined, event: DecodedEvent, key: Row): Row;
}

/**
 * How two values said of one column become one, whichever comes first: `latest` is the one said by the event with
 * the greatest (time, id), which is kept in the column `<name>_stamp`; `least` and `greatest` go by the value
 * itself, so they suit milestones (times) and numbers.
 */
export type Merge = 'latest' | 'least' | 'greatest';

/** A table that several partitions write: it changes only in ways that commute, merged in SQL, never cached. */
export interface SharedTable {
  readonly kind: 'shared';
  readonly key: readonly string[];
  /** Every column that is not of the key; none where rows are `appended`. */
  readonly merge: Readonly<Record<string, Merge>>;
  /**
   * A row is written once and never changed: of several with one key the first stands. So either all columns are of
   * the key, or `partition` is.
   */
  readonly appended?: true;
  /** The facts an event tells: rows with their key and only the columns it says something about. */
  readonly on: Readonly<Record<string, (event: DecodedEvent) => readonly Row[]>>;
}

/**
 * Counts over the rows of an owned table: the sum of what each row contributes. Kept as one row per key and
 * partition, so that partitions never wait for each other, and summed by views.
 */
export interface TallyTable {
  readonly kind: 'tally';
  /** Name of the owned table it counts. */
  readonly of: string;
  readonly key: readonly string[];
  readonly counts: readonly string[];
  contribution(row: Row): readonly Contribution[];
}

export interface Contribution {
  readonly key: Row;
  /** By column of `counts`; a column left out counts nothing. */
  readonly add: Readonly<Record<string, number>>;
}

export type Table = OwnedTable | SharedTable | TallyTable;

/** A read model: what is remembered of which events. Pure data and functions: no I/O, no clock, no random. */
export interface Projection {
  /** Name of its folder, in kebab case. */
  readonly name: string;
  /** Grows when rows would come out differently; each version owns tables of its own. */
  readonly version: number;
  /** By name, in the order they are written. */
  readonly tables: Readonly<Record<string, Table>>;
  /**
   * Of the history of events alone: every thing besides accounts that an event names, as its column `entity` calls
   * things. By these and by their accounts, events of one thing are found.
   */
  readonly names?: (event: DecodedEvent) => readonly string[];
}
