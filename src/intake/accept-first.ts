import type { EventToAppend } from '../event/index.js';
import { nameOf, newAttempt, supplierOf } from './attempts.js';
import { importAccepted, importRefused } from './events.js';
import type { EventEncoder, FirstAttempts, NewAttempt, ProcessStore } from './port.js';
import type { Acceptance, IntakeRequest } from './requests.js';

/**
 * Takes many requests in one call of the store, where each is for a process of its own that nobody has asked for before,
 * under a supplier that takes it: nearly all are. The outcome is that of {@link acceptBatch}.
 *
 * @returns `undefined` where it is not so; then nothing has changed.
 */
export async function acceptFirst(
  store: Pick<ProcessStore, 'acceptFirst'>,
  encoder: EventEncoder,
  requests: readonly IntakeRequest[],
): Promise<Acceptance[] | undefined> {
  const batch = firstAttempts(encoder, requests);
  const positions = batch && (await store.acceptFirst(batch));
  return positions?.map((position, i) =>
    requests[i]?.kind === 'import'
      ? { outcome: 'accepted', attempt: 1, positions: [position] }
      : { outcome: 'refused' },
  );
}

/** What the requests come to, with an event of each; `undefined` where that depends on more than the processes. */
function firstAttempts(encoder: EventEncoder, requests: readonly IntakeRequest[]): FirstAttempts | undefined {
  const suppliers = new Map<string, FirstAttempts['suppliers'][number]>();
  const attempts = new Map<string, NewAttempt>();
  const events: EventToAppend[] = [];
  for (const request of requests) {
    suppliers.set(supplierOf(request), request);
    if (request.kind === 'refused') {
      events.push(importRefused(encoder, request.context, request));
      continue;
    }
    const name = nameOf(request);
    if (request.idempotency || attempts.has(name)) return undefined;
    const attempt = newAttempt(request, 1);
    attempts.set(name, attempt);
    events.push(importAccepted(encoder, request.context, attempt, request.accountNumber));
  }
  return { suppliers: [...suppliers.values()], attempts: [...attempts.values()], events };
}
