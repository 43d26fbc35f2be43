import { DataFault } from '../../errors.js';
import { createBatcher } from '../batcher.js';
import type { PublishStore } from './port.js';
import { isRequestFault, type Published, type PublishRequest, publishBatch } from './publish-batch.js';

// As for imports: a transaction's wait for the disk is shared. A request may carry a thousand events, so fewer of them.
const BATCHING = { batchSizeMax: 50, runningMax: 2, queueLengthMax: 1_000 };

type Settled = { readonly published: Published } | { readonly error: unknown };

/** A function that takes a request into the next transaction and resolves how far the log is behind it. */
export function createPublisher(store: PublishStore): (request: PublishRequest) => Promise<Published> {
  const publish = (requests: readonly PublishRequest[]) =>
    store.publishing((transaction) => publishBatch(transaction, requests));

  const submit = createBatcher<PublishRequest, Settled>(async (requests) => {
    try {
      return (await publish(requests)).map((published) => ({ published }));
    } catch (error) {
      if (requests.length === 1 || !(isRequestFault(error) || error instanceof DataFault)) throw error;
      // A request that is refused must not refuse those it shares a transaction with.
      const settled: Settled[] = [];
      for (const request of requests) settled.push(await alone(request));
      return settled;
    }
  }, BATCHING);

  async function alone(request: PublishRequest): Promise<Settled> {
    try {
      const [published = []] = await publish([request]);
      return { published };
    } catch (error) {
      return { error };
    }
  }

  return async (request) => {
    const settled = await submit(request);
    if ('error' in settled) throw settled.error;
    return settled.published;
  };
}
