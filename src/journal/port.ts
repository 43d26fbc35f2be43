import type { RecordedEvent } from '../event/index.js';

/** What the journal needs of a database. */
export interface JournalStore {
  /** Newest sequence per partition; 0 for an empty one. */
  heads(): Promise<ReadonlyMap<number, number>>;
  /** Up to `limit` events of `partition` with a sequence above `after`, in sequence. */
  read(partition: number, after: number, limit: number): Promise<readonly RecordedEvent[]>;
  /**
   * Becomes the one reader of this name, or says that another process is it. Hold it while reading.
   * `wake` is called when something was appended.
   */
  lease(name: string, wake: () => void): Promise<JournalLease | undefined>;
}

export interface JournalLease {
  /** Aborted when the lease is lost, e.g. because its connection broke. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
