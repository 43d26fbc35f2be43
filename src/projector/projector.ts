import type { EventLog, LogReader, RecordedEvent } from '../event/index.js';
import { compile } from './compile.js';
import { type Decode, decodeEvent } from './decode.js';
import type { Projection } from './definition.js';
import { Gates } from './gates.js';
import { type KeyRules, proveOwnership } from './ownership.js';
import type { ParkedEvent, ProjectionStore, RedriveStore } from './port.js';
import { redrive } from './redrive.js';
import { serveRedrives } from './serve-redrives.js';
import { HeldError, MissingEventsError, ParkedTooManyError } from './stops.js';
import { PartitionWorker } from './worker.js';

export interface ProjectorOptions {
  readonly projection: Projection;
  readonly store: ProjectionStore;
  readonly decode: Decode;
  readonly keyDeterminedBy: KeyRules;
  /** Rows kept in memory for each partition. */
  readonly cachedRows: number;
  readonly onParked: (parked: readonly ParkedEvent[]) => void;
  /** Where requests to redrive parked events come from; left out where none are taken. */
  readonly redrives?: RedriveSource;
}

export interface RedriveSource {
  readonly store: RedriveStore;
  /** How often to look for requests. */
  readonly pollMs: number;
  /** Told of each fault that is retried. */
  readonly onFault: (error: unknown) => void;
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
  const { projection, store, cachedRows } = options;
  proveOwnership(projection, options.keyDeterminedBy);
  const compiled = compile(projection);
  const workers = new Map<number, PartitionWorker>();
  // The log and the requests to redrive both lead to a partition.
  const gates = new Gates();
  // Types that the projection does not handle are not decoded, but still move the position.
  const decode = (recorded: RecordedEvent) => decodeEvent(recorded, compiled.effects, options.decode);
  const open = async (partition: number) => {
    const worker = await PartitionWorker.open(compiled, store, partition, cachedRows);
    workers.set(partition, worker);
    return worker;
  };

  const reader: LogReader = {
    assigned: (partition) => gates.run(partition, async () => (await open(partition)).sequence),

    deliver: (partition, events) =>
      gates
        .run(partition, async () => {
          const worker = workers.get(partition);
          if (!worker) throw new Error(`partition ${partition} is not assigned`);
          refuseGap(projection, worker.sequence, events);
          const parked = await worker.apply(events.map(decode));
          if (parked.length > 0) options.onParked(parked);
          if (worker.sequence < (events.at(-1)?.sequence ?? 0)) {
            throw new HeldError(`${projection.name}: partition ${partition} waits at ${worker.sequence}`);
          }
        })
        .catch((error: unknown) => tellStop(options, partition, error)),

    revoked: (partition) =>
      gates.run(partition, async () => {
        workers.delete(partition);
      }),
  };

  return {
    async run(log, signal) {
      await store.ensure(projection);
      const { redrives } = options;
      const ended = new AbortController();
      const serving =
        redrives &&
        serveRedrives(
          { projection, redrives, workers, gates, open },
          (worker, item) => redrive({ projection, store: redrives.store, decode }, worker, item),
          ended.signal,
        );
      try {
        await log.run(reader, signal);
      } finally {
        ended.abort();
        await serving;
      }
    },
  };
}

function refuseGap({ name }: Projection, applied: number, [first]: readonly RecordedEvent[]): void {
  if (!first || first.sequence <= applied + 1) return;
  const { partition, sequence } = first;
  throw new MissingEventsError(
    `${name}: partition ${partition} of the log goes on at ${sequence}, but ${applied + 1} is the next to apply`,
  );
}

/** Writes down why the partition stands still, where it is no fault of infrastructure. @throws the error */
async function tellStop({ projection, redrives }: ProjectorOptions, partition: number, error: unknown) {
  const reason =
    error instanceof ParkedTooManyError
      ? 'parked_too_many'
      : error instanceof MissingEventsError
        ? 'events_missing'
        : undefined;
  if (reason && redrives) {
    await redrives.store.stopped(projection, partition, reason, String(error)).catch(redrives.onFault);
  }
  throw error;
}
