import type { RecordedEvent } from './envelope.js';

/**
 * The ordered log as a reader sees it. The journal in Postgres is one, a Kafka topic another; positions are
 * journal sequences in both.
 */
export interface EventLog {
  /**
   * Delivers events to `reader` until `signal` is aborted; resolves when the last delivery has returned. Faults of
   * the infrastructure are retried inside and reported, so it rejects only for a fault that no waiting mends.
   */
  run(reader: LogReader, signal: AbortSignal): Promise<void>;
}

/** What a log calls. Calls for one partition never overlap; those for different partitions may. */
export interface LogReader {
  /**
   * This reader now owns `partition`.
   *
   * @param askAgain makes the log ask anew once a delivery under way has returned, wherever it stands
   * @returns the sequence after which to deliver, 0 for all; `undefined` for nothing until it has been asked again.
   */
  assigned(partition: number, askAgain: () => void): Promise<number | undefined>;
  /**
   * Takes the next events of a partition, in sequence. A throw means that not all that was delivered is taken: the log
   * asks {@link assigned} again and delivers from there.
   *
   * @param more whether another delivery of this partition follows at once: until then the reader may keep what it has
   *   been given and apply it together with what comes. Where nothing follows after all, the log says so with a delivery
   *   of no events.
   */
  deliver(partition: number, events: readonly RecordedEvent[], more: boolean): Promise<void>;
  /** This reader no longer owns `partition`. */
  revoked(partition: number): Promise<void>;
}
