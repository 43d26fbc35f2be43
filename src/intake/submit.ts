import { RequestError } from '../errors.js';
import { acceptBatch } from './accept.js';
import { createBatcher } from './batcher.js';
import type { EventEncoder, ProcessStore } from './port.js';
import type { Acceptance, IntakeRequest } from './requests.js';

// A transaction costs about two milliseconds of waiting for the disk, whatever it carries: 200 requests share it well
// and their payloads stay a few hundred kilobytes. Two at once, so that one prepares while the other commits.
const BATCHING = { batchSizeMax: 200, runningMax: 2, queueLengthMax: 5_000 };

/** A function that takes a request into the next transaction and resolves what became of it. */
export function createSubmitter(
  store: Pick<ProcessStore, 'accepting'>,
  encoder: EventEncoder,
): (request: IntakeRequest) => Promise<Acceptance> {
  const accept = (requests: readonly IntakeRequest[]) =>
    store.accepting((transaction) => acceptBatch(transaction, encoder, requests));

  const submit = createBatcher<IntakeRequest, Settled>(async (requests) => {
    try {
      return (await accept(requests)).map((acceptance) => ({ acceptance }));
    } catch (error) {
      if (error instanceof RequestError || requests.length === 1) throw error;
      // One request that cannot be taken must not fail those it shares a transaction with.
      const settled: Settled[] = [];
      for (const request of requests) settled.push(await alone(accept, request));
      return settled;
    }
  }, BATCHING);

  return async (request) => {
    const settled = await submit(request);
    if ('error' in settled) throw settled.error;
    return settled.acceptance;
  };
}

type Settled = { readonly acceptance: Acceptance } | { readonly error: unknown };

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
