import { type EventToAppend, type Position, partitionOf, processKey } from '../event/index.js';
import type { RequestContext } from './context.js';
import { processCancelled } from './outcome-events.js';
import type { CancellableProcess, CancellationTransaction, EventEncoder, ProcessKey } from './port.js';
import { appendAndLocate } from './positions.js';

export interface CancelRequest extends ProcessKey {
  readonly context: RequestContext;
}

export type Cancellation =
  /** By this request, or by one before: that is answered alike. */
  | {
      readonly outcome: 'cancelled';
      readonly process: CancellableProcess;
      readonly positions: readonly Position[];
    }
  | { readonly outcome: 'unknown' }
  /** It ended otherwise. */
  | { readonly outcome: 'finished' };

/**
 * Cancels many processes in one transaction, if they still wait. Whoever runs one holds its row locked until its
 * outcome is committed, and so do we: a process ends in one way.
 */
export async function cancelBatch(
  transaction: CancellationTransaction,
  encoder: EventEncoder,
  requests: readonly CancelRequest[],
): Promise<Cancellation[]> {
  const wanted = new Map(requests.map((request) => [nameOf(request), request]));
  const locked = await transaction.lockProcesses([...wanted.values()]);
  const found = new Map(locked.map((process) => [nameOf(process), process]));
  const waiting = locked.filter(({ state }) => state === 'waiting');
  const events = waiting.flatMap((process): EventToAppend[] => {
    const request = wanted.get(nameOf(process));
    return request ? [processCancelled(encoder, request.context, process)] : [];
  });
  if (waiting.length > 0) await transaction.cancel(waiting);
  const partitionFor = (request: ProcessKey) => partitionOf(nameOf(request), transaction.partitionCount);
  const positions = await appendAndLocate(transaction, events, requests.map(partitionFor));
  return requests.map((request): Cancellation => {
    const process = found.get(nameOf(request));
    if (!process) return { outcome: 'unknown' };
    if (process.state !== 'waiting' && process.state !== 'cancelled') return { outcome: 'finished' };
    const position = positions.get(partitionFor(request));
    return { outcome: 'cancelled', process, positions: position ? [position] : [] };
  });
}

function nameOf({ organisation, resourceType, externalIdentifier }: ProcessKey): string {
  return processKey(organisation, resourceType, externalIdentifier);
}
