import type { RecordedEvent } from '../event/index.js';
import type { LeaseStore } from '../pacing/lease.js';

/** Events or positions by partition. */
export type ByPartition<T> = ReadonlyMap<number, T>;

/** The journal as the relay reads it. Rejections of these promises are faults of infrastructure. */
export interface RelayJournal {
  /** Newest sequence of each partition of the installation; 0 for an empty one. */
  heads(): Promise<ByPartition<number>>;
  /**
   * The events behind the given sequences, up to `limit` of each partition, in sequence. Partitions that have none are
   * left out.
   */
  readBehind(after: ByPartition<number>, limit: number): Promise<ByPartition<readonly RecordedEvent[]>>;
  /** Id of the event at this place; `undefined` where the journal no longer has it. */
  idAt(partition: number, sequence: number): Promise<string | undefined>;
  /** Calls `wake` when something was appended, until closed. A wake-up can be missed: poll as well. */
  watch(wake: () => void): Promise<{ close(): Promise<void> }>;
}

/** Who may send, and how far the topic has acknowledged. Rejections are faults of infrastructure. */
export interface RelayStore extends LeaseStore {
  /** Newest acknowledged sequence by partition; partitions without a mark are left out. */
  marks(): Promise<ByPartition<number>>;
  /** Raises marks; never lowers one, and does nothing for an epoch that is not the newest. */
  advance(epoch: number, marks: ByPartition<number>): Promise<void>;
}

/** The newest record of ours in a partition of the topic. */
export interface TopicTail {
  readonly sequence: number;
  /** Id of the event, so that the topic of another installation is found out. */
  readonly id: string;
}

export interface RelayTopic {
  /**
   * Connects afresh, and makes the topic or checks that it is as it must be.
   *
   * @param mayWrite asked right before bytes leave the process; false cuts the connection instead
   * @throws RelayMismatch where the topic has another partition count or could lose records
   */
  open(partitionCount: number, mayWrite: () => boolean): Promise<TopicSession>;
}

/** Connections to the topic, dropped as a whole after any fault. */
export interface TopicSession {
  /**
   * The newest record of each partition; partitions without records are left out. A repeat may end a partition, so it
   * looks back from the end until it meets a record that is not below the partition's `floor`, and takes the greatest.
   *
   * @throws RelayMismatch for a record that is none of ours
   */
  tails(floors: ByPartition<number>): Promise<ByPartition<TopicTail>>;
  /** Resolves when all replicas have acknowledged all of `batch`. After a rejection nothing is known of it. */
  send(batch: ByPartition<readonly RecordedEvent[]>): Promise<void>;
  /** Drops all connections, waiting for nothing. Never rejects. */
  close(): Promise<void>;
}
