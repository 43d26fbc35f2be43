import { RequestError } from '../errors.js';
import { acceptBatch } from './accept.js';
import { createBatcher } from './batcher.js';
import type { EventEncoder, ProcessStore } from './port.js';
import type { Acceptance, IntakeRequest } from './requests.js';

// A transaction costs about two milliseconds of waiting for the disk, whatever it carries: 200 requests share it well
// and their payloads stay a few hundred kilobytes. Two at once, so that one prepares while the other commits.
const BATCHING = { batchSizeMax: 200, runningMax: 2, queueLengthMax: 5_000 };

// Of a stream, each batch is a transaction by itself: the next one of the same stream waits for it, so that its lines
// keep their order. Two at once of all streams leave connections to single calls; a stream in the queue is waited for.
const STREAMING = { batchSizeMax: 1, runningMax: 2, queueLengthMax: 1_000 };

/** How requests get into transactions. */
export interface Submitter {
  /** Takes a request into the next transaction, with others that come at the same time. */
  readonly submit: (request: IntakeRequest) => Promise<Acceptance>;
  /** Takes requests into one transaction of their own, in their order. */
  readonly submitAll: (requests: readonly IntakeRequest[]) => Promise<readonly Settled[]>;
}

/** What became of a request, or why it could not be taken. */
export type Settled = { readonly acceptance: Acceptance } | { readonly error: unknown };

/** @throws (both ways) RequestError `service_unavailable` where the transaction, or its place in the queue, failed */
export function createSubmitter(store: Pick<ProcessStore, 'accepting'>, encoder: EventEncoder): Submitter {
  const accept = (requests: readonly IntakeRequest[]) =>
    store.accepting((transaction) => acceptBatch(transaction, encoder, requests));

  const settle = async (requests: readonly IntakeRequest[]): Promise<Settled[]> => {
    try {
      return (await accept(requests)).map((acceptance) => ({ acceptance }));
    } catch (error) {
      if (error instanceof RequestError) throw error;
      if (requests.length === 1) return [{ error }];
      // One request that cannot be taken must not fail those it shares a transaction with.
      const settled: Settled[] = [];
      for (const request of requests) settled.push(await alone(accept, request));
      return settled;
    }
  };

  const single = createBatcher(settle, BATCHING);
  const submitAll = createBatcher<readonly IntakeRequest[], readonly Settled[]>(
    ([requests = []]) => settle(requests).then((settled) => [settled]),
    STREAMING,
  );
  return {
    submit: async (request) => acceptanceOf(await single(request)),
    submitAll,
  };
}

/** @throws what it was settled with */
export function acceptanceOf(settled: Settled): Acceptance {
  if ('error' in settled) throw settled.error;
  return settled.acceptance;
}

async function alone(
  accept: (requests: readonly IntakeRequest[]) => Promise<Acceptance[]>,
  request: IntakeRequest,
): Promise<Settled> {
  try {
    const [acceptance] = await accept([request]);
    return acceptance ? { acceptance } : { error: new Error('a request without an outcome') };
  } catch (error) {
    return { error };
  }
}
