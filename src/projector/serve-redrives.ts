import { createWaker } from '../pacing/waker.js';
import type { Projection } from './definition.js';
import type { Gates } from './gates.js';
import type { RedriveItem } from './port.js';
import type { RedriveSource } from './projector.js';
import { FencedError } from './stops.js';
import type { PartitionWorker } from './worker.js';

export interface Served {
  readonly projection: Projection;
  readonly redrives: RedriveSource;
  /** The partitions that this process owns. */
  readonly workers: ReadonlyMap<number, PartitionWorker>;
  readonly gates: Gates;
  /** Begins anew with a partition whose worker was overtaken. */
  readonly open: (partition: number) => Promise<unknown>;
}

/** Has items of the partitions owned here carried out, until `signal` is aborted. Never rejects. */
export async function serveRedrives(
  served: Served,
  carryOut: (worker: PartitionWorker, item: RedriveItem) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { projection, redrives, workers } = served;
  const waker = createWaker(signal);
  while (!signal.aborted) {
    let found = 0;
    try {
      const items = await pending(served);
      found = items.length;
      for (const item of items) {
        if (signal.aborted) break;
        await served.gates.run(item.partition, async () => {
          // Given up meanwhile: its new owner finds the item as well.
          const worker = workers.get(item.partition);
          if (worker) await carryOut(worker, item).catch((error) => reopened(served, item, error));
        });
      }
    } catch (error) {
      found = 0;
      redrives.onFault(new Error(`${projection.name}: a redrive waits`, { cause: error }));
    }
    if (found === 0) await waker.pause(redrives.pollMs);
  }
  waker.close();
}

function pending({ projection, redrives, workers }: Served): Promise<readonly RedriveItem[]> {
  if (workers.size === 0) return Promise.resolve([]);
  return redrives.store.pendingRedrives(projection, [...workers.keys()]);
}

/** Where nothing new comes, nobody else would notice that the worker was overtaken. @throws the error */
async function reopened(served: Served, { partition }: RedriveItem, error: unknown): Promise<never> {
  if (error instanceof FencedError) await served.open(partition);
  throw error;
}
