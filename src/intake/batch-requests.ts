import { RequestError } from '../errors.js';
import { createBatcher } from './batcher.js';

// A transaction costs about two milliseconds of waiting for the disk, whatever it carries: 200 requests share it well
// and their payloads stay a few hundred kilobytes. Two at once, so that one prepares while the other commits.
const BATCHING = { batchSizeMax: 200, runningMax: 2, queueLengthMax: 5_000 };

/**
 * A function that takes a request into the next transaction and resolves what became of it.
 *
 * @param run carries out many requests in one transaction, resolving one answer for each.
 */
export function batchRequests<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  const submit = createBatcher<Request, Settled<Answer>>(async (requests) => {
    try {
      return (await run(requests)).map((answer) => ({ answer }));
    } catch (error) {
      if (error instanceof RequestError || requests.length === 1) throw error;
      // One request that cannot be taken must not fail those it shares a transaction with.
      const settled: Settled<Answer>[] = [];
      for (const request of requests) settled.push(await alone(run, request));
      return settled;
    }
  }, BATCHING);

  return async (request) => {
    const settled = await submit(request);
    if ('error' in settled) throw settled.error;
    return settled.answer;
  };
}

type Settled<Answer> = { readonly answer: Answer } | { readonly error: unknown };

async function alone<Request, Answer>(
  run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  request: Request,
): Promise<Settled<Answer>> {
  try {
    const [answer] = await run([request]);
    return answer ? { answer } : { error: new Error('a request without an outcome') };
  } catch (error) {
    return { error };
  }
}
