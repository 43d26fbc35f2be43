import { DataFault } from '../errors.js';
import type { DecodedEvent, EventLog, LogReader, RecordedEvent } from '../event/index.js';
import { compile } from './compile.js';
import type { Projection } from './definition.js';
import type { WindowEvent } from './fold.js';
import { type KeyRules, proveOwnership } from './ownership.js';
import type { ParkedEvent, ProjectionStore } from './port.js';
import { PartitionWorker } from './worker.js';

export interface ProjectorOptions {
  readonly projections: readonly Projection[];
  readonly store: ProjectionStore;
  /** Decodes and upcasts; throws {@link DataFault} for an event that is itself at fault. */
  readonly decode: (event: RecordedEvent) => DecodedEvent;
  readonly keyDeterminedBy: KeyRules;
  /** Rows kept in memory for each projection and partition. */
  readonly cachedRows: number;
  readonly onParked: (projection: Projection, parked: readonly ParkedEvent[]) => void;
}

export interface Projector {
  /** Makes missing tables, then applies the log until `signal` is aborted. */
  run(log: EventLog, signal: AbortSignal): Promise<void>;
}

/** @throws Error where a projection is not sound: see {@link compile} and {@link proveOwnership}. */
export function createProjector(options: ProjectorOptions): Projector {
  for (const projection of options.projections) proveOwnership(projection, options.keyDeterminedBy);
  const compiled = options.projections.map(compile);
  const handled = new Set(compiled.flatMap(({ effects }) => [...effects.keys()]));
  const workers = new Map<number, readonly PartitionWorker[]>();

  const reader: LogReader = {
    async assigned(partition) {
      const opened = await Promise.all(
        compiled.map((one) => PartitionWorker.open(one, options.store, partition, options.cachedRows)),
      );
      workers.set(partition, opened);
      return Math.min(...opened.map((worker) => worker.sequence));
    },

    async deliver(partition, events) {
      // Decoded once for all projections. Types that no projection handles still move the position.
      const window = events.map((recorded) => decodeEvent(recorded, handled, options.decode));
      const applied = await Promise.allSettled(
        (workers.get(partition) ?? []).map((worker) => worker.apply(window)),
      );
      for (const [index, result] of applied.entries()) {
        const projection = options.projections[index];
        if (projection && result.status === 'fulfilled' && result.value.length > 0) {
          options.onParked(projection, result.value);
        }
      }
      const failed = applied.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },

    async revoked(partition) {
      workers.delete(partition);
    },
  };

  return {
    async run(log, signal) {
      for (const projection of options.projections) await options.store.ensure(projection);
      await log.run(reader, signal);
    },
  };
}

const IGNORED = new DataFault('ignored', 'no projection reads this type');

function decodeEvent(
  recorded: RecordedEvent,
  handled: ReadonlySet<string>,
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
