import type { RecordedEvent } from '../event/index.js';

/** What the journal needs of a database. */
export interface JournalStore {
  /** Newest sequence per partition; 0 for an empty one. */
  heads(): Promise<ReadonlyMap<number, number>>;
  /** The next events of `partition` behind the sequence `after`, in sequence, within the limit; one at least. */
  read(partition: number, after: number, limit: ReadLimit): Promise<readonly RecordedEvent[]>;
  /**
   * Becomes the one reader of this name, or says that another process is it. Hold it while reading.
   * `wake` is called when something was appended.
   */
  lease(name: string, wake: () => void): Promise<JournalLease | undefined>;
}

export interface ReadLimit {
  readonly events: number;
  /** Of payload: nothing is read beyond the event that reaches it. */
  readonly bytes: number;
}

export interface JournalLease {
  /** Aborted when the lease is lost, e.g. because its connection broke. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}
