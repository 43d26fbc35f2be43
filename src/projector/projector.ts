import { DataFault } from '../errors.js';
import type { DecodedEvent, EventLog, LogReader, RecordedEvent } from '../event/index.js';
import { compile } from './compile.js';
import type { Projection } from './definition.js';
import type { WindowEvent } from './fold.js';
import { type KeyRules, proveOwnership } from './ownership.js';
import type { ParkedEvent, ProjectionStore } from './port.js';
import { PartitionWorker } from './worker.js';

export interface ProjectorOptions {
  readonly projection: Projection;
  readonly store: ProjectionStore;
  /** Decodes and upcasts; throws {@link DataFault} for an event that is itself at fault. */
  readonly decode: (event: RecordedEvent) => DecodedEvent;
  readonly keyDeterminedBy: KeyRules;
  /** Rows kept in memory for each partition. */
  readonly cachedRows: number;
  readonly onParked: (parked: readonly ParkedEvent[]) => void;
}

export interface Projector {
  /** Makes missing tables, then applies the log until `signal` is aborted. */
  run(log: EventLog, signal: AbortSignal): Promise<void>;
}

/**
 * Keeps one projection. Each has a projector and a reader of the log of its own, so that one that is stopped by a fault
 * stops no other.
 *
 * @throws Error where the projection is not sound: see {@link compile} and {@link proveOwnership}.
 */
export function createProjector(options: ProjectorOptions): Projector {
  const { projection, store, decode, cachedRows } = options;
  proveOwnership(projection, options.keyDeterminedBy);
  const compiled = compile(projection);
  const workers = new Map<number, PartitionWorker>();

  const reader: LogReader = {
    async assigned(partition) {
      const worker = await PartitionWorker.open(compiled, store, partition, cachedRows);
      workers.set(partition, worker);
      return worker.sequence;
    },

    async deliver(partition, events) {
      const worker = workers.get(partition);
      if (!worker) throw new Error(`partition ${partition} is not assigned`);
      // Types that the projection does not handle are not decoded, but still move the position.
      const window = events.map((recorded) => decodeEvent(recorded, compiled.effects, decode));
      const parked = await worker.apply(window);
      if (parked.length > 0) options.onParked(parked);
    },

    async revoked(partition) {
      workers.delete(partition);
    },
  };

  return {
    async run(log, signal) {
      await store.ensure(projection);
      await log.run(reader, signal);
    },
  };
}

const IGNORED = new DataFault('ignored', 'the projection does not read this type');

function decodeEvent(
  recorded: RecordedEvent,
  handled: ReadonlyMap<string, unknown>,
  decode: ProjectorOptions['decode'],
): WindowEvent {
  if (!handled.has(recorded.envelope.type)) return { recorded, decoded: IGNORED };
  try {
    return { recorded, decoded: decode(recorded) };
  } catch (error) {
    if (error instanceof DataFault) return { recorded, decoded: error };
    throw error;
  }
}
