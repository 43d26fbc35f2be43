import { RequestError } from '../errors.js';
import { createBatcher } from './batcher.js';

// A transaction costs about two milliseconds of waiting for the disk, whatever it carries: 200 requests share it well
// and their payloads stay a few hundred kilobytes. Two at once, so that one prepares while the other commits.
const BATCHING = { batchSizeMax: 200, runningMax: 2, queueLengthMax: 5_000 };

/** What became of a request, or why it could not be carried out. */
export type Settled<Answer> = { readonly answer: Answer } | { readonly error: unknown };

/** Carries out many requests in one transaction, resolving one answer for each. */
type Run<Request, Answer> = (requests: readonly Request[]) => Promise<readonly Answer[]>;

/** A function that takes a request into the next transaction and resolves what became of it. */
export function batchRequests<Request, Answer>(
  run: Run<Request, Answer>,
): (request: Request) => Promise<Answer> {
  const submit = createBatcher((requests: readonly Request[]) => settleEach(run, requests), BATCHING);
  return async (request) => answerOf(await submit(request));
}

/**
 * Runs requests together; where that fails, each by itself: one that cannot be carried out must not fail those it shares
 * a transaction with.
 *
 * @throws RequestError where the transaction failed, whatever it carried
 */
export async function settleEach<Request, Answer>(
  run: Run<Request, Answer>,
  requests: readonly Request[],
): Promise<Settled<Answer>[]> {
  try {
    return (await run(requests)).map((answer) => ({ answer }));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    if (requests.length === 1) return [{ error }];
    const settled: Settled<Answer>[] = [];
    for (const request of requests) settled.push(await alone(run, request));
    return settled;
  }
}

/** @throws what it was settled with */
export function answerOf<Answer>(settled: Settled<Answer>): Answer {
  if ('error' in settled) throw settled.error;
  return settled.answer;
}

async function alone<Request, Answer>(run: Run<Request, Answer>, request: Request): Promise<Settled<Answer>> {
  try {
    const [answer] = await run([request]);
    return answer ? { answer } : { error: new Error('a request without an outcome') };
  } catch (error) {
    return { error };
  }
}
