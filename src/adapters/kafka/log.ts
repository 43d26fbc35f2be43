import type { EventLog } from '../../event/index.js';
import { AssignedPartition } from './assigned-partition.js';
import type { KafkaSettings } from './client.js';
import { consumeForEver } from './group.js';
import { fetchLean } from './lean-fetch.js';
import { KnownSchemas, type LogSchemas } from './schemas.js';

export interface KafkaLogOptions {
  /** Names the reader: processes with this name share the partitions. It is the consumer group's id. */
  readonly name: string;
  /** Whether nobody else has this name, now or later: no offsets are kept for it. */
  readonly isPrivate?: boolean;
  /** Most bytes fetched of a partition at once, and so delivered at once. More fold better, but hold more memory. */
  readonly deliveryBytes: number;
  /** Partitions delivered at once: one can decode while another waits for its write. */
  readonly concurrency: number;
  /** Pause after a first fault; after further faults of the same partition it doubles. */
  readonly retryMs: number;
  /** A process that says nothing for so long loses its partitions to others. */
  readonly sessionMs: number;
  /**
   * Told of each fault that is retried, and of each `BrokenLogError`, after which its partition is no longer delivered
   * while the others go on.
   */
  readonly onFault: (error: unknown) => void;
}

/**
 * A topic the relay writes, as a log. Positions are sequences; an offset is only a hint where to look for one. Records
 * that come again are dropped; one that is missing stops its partition.
 */
export function kafkaLog(
  settings: KafkaSettings,
  topic: string,
  schemas: LogSchemas,
  options: KafkaLogOptions,
): EventLog {
  fetchLean();
  const known = new KnownSchemas(schemas);
  return {
    run: (reader, signal) =>
      consumeForEver(
        { settings, topic, ...options },
        reader,
        (partition, control) => new AssignedPartition(partition, reader, known, control, options.retryMs),
        signal,
      ),
  };
}
