import { acceptBatch } from './accept.js';
import { batchRequests } from './batch-requests.js';
import { type Cancellation, type CancelRequest, cancelBatch } from './cancel.js';
import { type DryRun, type DryRunRequest, dryRunBatch } from './dry-run.js';
import type { EventEncoder, ProcessStore } from './port.js';
import type { Acceptance, IntakeRequest } from './requests.js';

/** A function that takes a request into the next transaction and resolves what became of it. */
export function createSubmitter(
  store: Pick<ProcessStore, 'accepting'>,
  encoder: EventEncoder,
): (request: IntakeRequest) => Promise<Acceptance> {
  return batchRequests((requests) =>
    store.accepting((transaction) => acceptBatch(transaction, encoder, requests)),
  );
}

/** The same for cancellations. */
export function createCanceller(
  store: Pick<ProcessStore, 'cancelling'>,
  encoder: EventEncoder,
): (request: CancelRequest) => Promise<Cancellation> {
  return batchRequests((requests) =>
    store.cancelling((transaction) => cancelBatch(transaction, encoder, requests)),
  );
}

/** The same for dry runs. */
export function createDryRunner(
  store: Pick<ProcessStore, 'dryRunning'>,
  encoder: EventEncoder,
): (request: DryRunRequest) => Promise<DryRun> {
  return batchRequests((requests) =>
    store.dryRunning((transaction) => dryRunBatch(transaction, encoder, requests)),
  );
}
