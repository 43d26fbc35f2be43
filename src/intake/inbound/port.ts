import type { EventToAppend } from '../../event/index.js';
import type { Identity } from '../cloud-events/identity.js';

export type { Identity };

/** A record of the topic, as it came: nothing in it is trusted. */
export interface InboundRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Unix milliseconds, as the producer or the broker says; negative where the record has none. */
  readonly timestampMs: number;
  readonly key: Buffer | null;
  readonly headers: InboundHeaders;
  readonly value: Buffer | null;
}

/** By name; a list where a name comes several times. */
export type InboundHeaders = Readonly<Record<string, Buffer | null | undefined | readonly (Buffer | null)[]>>;

/** What a payload with this schema id is. */
export interface SchemaMeaning {
  readonly type: string;
  readonly version: string;
  /** Writes a payload as the catalogue has its schema today; `undefined` where it is written so. */
  readonly recode: ((payload: Buffer) => Buffer) | undefined;
}

/** The schema registry. A rejection that is no `DataFault` is a fault of infrastructure. */
export interface InboundSchemas {
  /**
   * `undefined` where the id is none of the catalogue's.
   *
   * @throws DataFault where the schema is one of the catalogue's but not compatible with it
   */
  meaningOf(id: number): Promise<SchemaMeaning | undefined>;
}

/** How far a partition of the topic is taken in. */
export interface InboundPlace {
  /** Offset of the next record to take. */
  readonly nextOffset: number;
  /** Grows with each commit. */
  readonly revision: number;
}

/** A record no event could be made of. */
export interface ParkedRecord {
  readonly record: InboundRecord;
  readonly reason: string;
  readonly detail: string;
}

export interface InboundCommit {
  readonly topic: string;
  readonly partition: number;
  readonly from: InboundPlace;
  readonly nextOffset: number;
  readonly events: readonly EventToAppend[];
  readonly duplicates: number;
  readonly parked: readonly ParkedRecord[];
}

/** One transaction that takes records in. Its calls come in the order they stand here. */
export interface InboundTransaction {
  /**
   * Remembers events for as long as repeats are known.
   *
   * @param identities distinct by `event`
   * @returns the content of those seen before, by `event`
   */
  remember(identities: readonly Identity[]): Promise<ReadonlyMap<string, number>>;
  /** The transaction's last act; throws {@link Fenced} where another reader has moved the position. */
  commit(commit: InboundCommit): Promise<void>;
}

/** Another reader has this partition now. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Rejections are faults of infrastructure, but for `Fenced` and a `DataFault` `rejected_by_database`. */
export interface InboundStore {
  /** Where to go on; a partition never seen begins at 0. */
  place(topic: string, partition: number): Promise<InboundPlace>;
  /** Runs `work` in one transaction; whatever it throws rolls everything back. */
  taking<T>(work: (transaction: InboundTransaction) => Promise<T>): Promise<T>;
  /** Forgets events seen longer ago than this; @returns how many, at most `limit`. */
  forgetSeen(olderThanMs: number, limit: number): Promise<number>;
}

/** What the topic calls. Calls for one partition never overlap; those for different partitions may. */
export interface InboundReader {
  /** This reader now owns `partition`. @returns the offset from which to deliver. */
  assigned(partition: number): Promise<number>;
  /**
   * Takes records of a partition, in order, all of them there are before `nextOffset`. A throw means that they were not
   * taken: the topic asks {@link assigned} again and delivers from there.
   */
  deliver(partition: number, records: readonly InboundRecord[], nextOffset: number): Promise<void>;
  /** This reader no longer owns `partition`. */
  revoked(partition: number): Promise<void>;
}

/** The topic. */
export interface InboundTopic {
  /** Delivers until `signal` is aborted. Faults are retried inside and reported; it never rejects. */
  run(reader: InboundReader, signal: AbortSignal): Promise<void>;
}
