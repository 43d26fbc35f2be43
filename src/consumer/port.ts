/** A record of a topic, as the client library hands it out. */
export interface TopicRecord {
  readonly offset: string;
  /** Unix milliseconds. */
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: RecordHeaders;
}

export interface RecordHeaders {
  readonly [name: string]: Buffer | string | (Buffer | string)[] | undefined;
}

export interface Partition {
  readonly topic: string;
  readonly partition: number;
}

/** How far a partition is handled. */
export interface Progress {
  /** Of the next record to handle. */
  readonly offset: number;
  /** Kept with the offset, in the same commit: what the offset alone does not say. */
  readonly note: string;
}

/** What brokers know of a group's place in a partition. */
export type Committed = Progress | 'never' | 'out-of-range';

/** Where a partition begins and ends at this moment: the first offset it has, and the next that will be written. */
export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** What a reader of a partition is told while it takes records. */
export interface Turn {
  /** True once it should return soon, before the next event: at a stop, a rebalance, or to let other partitions have a turn. */
  over(): boolean;
  /** Aborted when the partition is lost to another process, or all is stopped: what is under way may be cut short. */
  readonly signal: AbortSignal;
}

/** What to do after a turn. */
export type Onward =
  | { readonly kind: 'on' }
  /** Come back with the records behind {@link PartitionReader.progress} after so long; no time is lost for others. */
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** Open the partition anew, after so long: what was known of its place is no longer believed. */
  | { readonly kind: 'reopen'; readonly waitMs: number };

/** One partition from its assignment to its revocation. */
export interface PartitionReader {
  /** Takes the records behind {@link progress}, in the order of offsets. Turns never overlap. Never rejects. */
  take(records: readonly TopicRecord[], turn: Turn): Promise<Onward>;
  /** May be asked at any time, also during a turn. */
  progress(): Progress;
}

/** What a consumer group calls. */
export interface GroupReader {
  /** This process now owns a partition. Asked again after a while where it rejects. */
  open(partition: Partition, committed: Committed, bounds: Bounds): Promise<PartitionReader>;
  /** This process owns exactly these now. */
  assigned(partitions: readonly Partition[]): void;
}

/** A consumer group, as a member of it sees it. */
export interface TopicGroup {
  /** Reads until `signal` is aborted. Faults of brokers are reported and retried inside: it never rejects. */
  run(reader: GroupReader, signal: AbortSignal): Promise<void>;
}

/** The topic of dead letters. Rejects where the brokers do not take a letter: it must then be sent again. */
export interface LetterBox {
  send(topic: string, letter: OutgoingRecord): Promise<void>;
  close(): Promise<void>;
}

export interface OutgoingRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Record<string, Buffer | string | (Buffer | string)[]>;
}
