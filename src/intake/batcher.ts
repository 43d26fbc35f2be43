import { RequestError } from '../errors.js';

export interface BatcherOptions {
  /** Most items in one batch. */
  readonly batchSizeMax: number;
  /** Most batches run at once. */
  readonly runningMax: number;
  /** Most items waiting for a batch; beyond it, items are refused. */
  readonly queueLengthMax: number;
}

/**
 * Gathers items that arrive together into batches. An item that finds nobody running starts a batch with all that
 * arrive in the same turn of the event loop; while a batch runs, arrivals gather for the next, and only a full batch is
 * started beside it. So a lone request waits for nobody, and under load each transaction carries as many as arrived
 * during the last: half-empty ones beside each other would cost a commit each.
 *
 * @param run resolves one result for each item, in their order.
 * @returns a function that resolves the item's result, rejects with what `run` threw, or with `service_unavailable`
 * where too many wait already.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { batchSizeMax, runningMax, queueLengthMax }: BatcherOptions,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item;
    readonly resolve: (result: Result) => void;
    readonly reject: (error: unknown) => void;
  }
  const queue: Waiting[] = [];
  let running = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || !mayStart()) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (mayStart()) void flush(queue.splice(0, batchSizeMax));
    });
  }

  function mayStart(): boolean {
    return running === 0 ? queue.length > 0 : running < runningMax && queue.length >= batchSizeMax;
  }

  async function flush(batch: readonly Waiting[]): Promise<void> {
    running++;
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length)
        throw new Error(`${results.length} results for ${batch.length} items`);
      batch.forEach(({ resolve }, i) => {
        resolve(results[i] as Result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running--;
      schedule();
    }
  }

  return (item) => {
    if (queue.length >= queueLengthMax) return Promise.reject(new RequestError('service_unavailable'));
    return new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      schedule();
    });
  };
}
