import type { EventLog, LogReader, RecordedEvent } from '../event/index.js';
import { compile } from './compile.js';
import { type Decode, decodeEvent } from './decode.js';
import type { Projection } from './definition.js';
import { Gates } from './gates.js';
import { type KeyRules, proveOwnership } from './ownership.js';
import type { ParkedEvent, ProjectionStore, RedriveStore } from './port.js';
import { redrive } from './redrive.js';
import { serveRedrives } from './serve-redrives.js';
import { HeldError, MissingEventsError, ParkedTooManyError, RedoError } from './stops.js';
import { PartitionWorker, type WorkerPace } from './worker.js';

export interface ProjectorOptions extends WorkerPace {
  readonly projection: Projection;
  readonly store: ProjectionStore;
  readonly decode: Decode;
  readonly keyDeterminedBy: KeyRules;
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
  const { projection, store } = options;
  proveOwnership(projection, options.keyDeterminedBy);
  const compiled = compile(projection);
  const workers = new Map<number, PartitionWorker>();
  // The log and the requests to redrive both lead to a partition.
  const gates = new Gates();
  // Types that the projection does not handle are not decoded, but still move the position.
  const decode = (recorded: RecordedEvent) => decodeEvent(recorded, compiled.effects, options.decode);
  /** By partition: up to where each delivery is applied before the next is taken. */
  const redone = new Map<number, number>();
  const open = async (partition: number) => {
    const worker = await PartitionWorker.open(compiled, store, partition, options);
    workers.set(partition, worker);
    return worker;
  };

  const tellParked = (parked: readonly ParkedEvent[]) => {
    if (parked.length > 0) options.onParked(parked);
  };

  const reader: LogReader = {
    assigned: (partition) => gates.run(partition, async () => (await open(partition)).sequence),

    deliver: (partition, events, more) =>
      gates
        .run(partition, async () => {
          const worker = workers.get(partition);
          if (!worker) throw new Error(`partition ${partition} is not assigned`);
          refuseGap(projection, worker.takenSequence, events);
          const last = events.at(-1)?.sequence ?? 0;
          const parked = await worker.take(events.map(decode), more && last > (redone.get(partition) ?? 0));
          tellParked(parked);
          if (worker.takenSequence < last) {
            throw new HeldError(`${projection.name}: partition ${partition} waits at ${worker.sequence}`);
          }
        })
        .catch((error: unknown) => {
          if (error instanceof RedoError) redone.set(partition, error.until);
          return tellStop(options, partition, error);
        }),

    revoked: (partition) =>
      gates.run(partition, async () => {
        const worker = workers.get(partition);
        workers.delete(partition);
        // What was taken is applied if it can be; who comes next begins where it can not.
        await worker?.flush().then(tellParked, () => {});
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
