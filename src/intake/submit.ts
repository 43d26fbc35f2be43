import { acceptBatch } from './accept.js';
import { acceptFirst } from './accept-first.js';
import { batchRequests, type Settled, settleEach } from './batch-requests.js';
import { createBatcher } from './batcher.js';
import { type Cancellation, type CancelRequest, cancelBatch } from './cancel.js';
import { type DryRun, type DryRunRequest, dryRunBatch } from './dry-run.js';
import type { EventEncoder, ProcessStore } from './port.js';
import type { Acceptance, IntakeRequest } from './requests.js';

// Of a stream, each batch is a transaction by itself: the next one of the same stream waits for it, so that its lines
// keep their order. Two at once of all streams leave connections to single calls; a stream in the queue is waited for.
const STREAMING = { batchSizeMax: 1, runningMax: 2, queueLengthMax: 1_000 };

/** How requests get into transactions. */
export interface Submitter {
  /** Takes a request into the next transaction, with others that come at the same time. */
  readonly submit: (request: IntakeRequest) => Promise<Acceptance>;
  /** Takes requests into one transaction of their own, in their order. */
  readonly submitAll: (requests: readonly IntakeRequest[]) => Promise<readonly Settled<Acceptance>[]>;
}

/** @throws (both ways) RequestError `service_unavailable` where the transaction, or its place in the queue, failed */
export function createSubmitter(
  store: Pick<ProcessStore, 'acceptFirst' | 'accepting'>,
  encoder: EventEncoder,
): Submitter {
  const accept = async (requests: readonly IntakeRequest[]) =>
    (await acceptFirst(store, encoder, requests)) ??
    store.accepting((transaction) => acceptBatch(transaction, encoder, requests));
  return {
    submit: batchRequests(accept),
    submitAll: createBatcher<readonly IntakeRequest[], readonly Settled<Acceptance>[]>(
      ([requests = []]) => settleEach(accept, requests).then((settled) => [settled]),
      STREAMING,
    ),
  };
}

/** {@link Submitter.submit} for cancellations. */
export function createCanceller(
  store: Pick<ProcessStore, 'cancelling'>,
  encoder: EventEncoder,
): (request: CancelRequest) => Promise<Cancellation> {
  return batchRequests((requests) =>
    store.cancelling((transaction) => cancelBatch(transaction, encoder, requests)),
  );
}

/** {@link Submitter.submit} for dry runs. */
export function createDryRunner(
  store: Pick<ProcessStore, 'dryRunning'>,
  encoder: EventEncoder,
): (request: DryRunRequest) => Promise<DryRun> {
  return batchRequests((requests) =>
    store.dryRunning((transaction) => dryRunBatch(transaction, encoder, requests)),
  );
}
