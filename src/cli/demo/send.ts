import { type ApiClient, at } from './client.js';

export interface Sent {
  readonly answered: number;
  readonly accepted: number;
  /** Requests refused, by the code of each answer's first error. */
  readonly refused: ReadonlyMap<string, number>;
  /** From the first request to the last answer. */
  readonly durationMs: number;
}

/**
 * Sends the accounts, `concurrency` requests at a time. `onAnswer` is called once for each;
 * `stop` ends it early.
 */
export async function sendAccounts(
  client: ApiClient,
  accounts: readonly unknown[],
  concurrency: number,
  onAnswer: () => void,
  stop: AbortSignal,
): Promise<Sent> {
  const started = performance.now();
  const refused = new Map<string, number>();
  const waiting = accounts[Symbol.iterator]();
  let accepted = 0;
  let answered = 0;
  const lane = async () => {
    // All lanes draw from one iterator, so each account is sent once.
    for (const account of waiting) {
      if (stop.aborted) return;
      const answer = await client.post('/v1/data-import/accounts/', account);
      if (answer.status === 202) {
        accepted++;
      } else if (answer.status < 500) {
        const code = String(at(answer.body, 'errors', 0, 'code') ?? answer.body['code']);
        refused.set(code, (refused.get(code) ?? 0) + 1);
      } else {
        throw new Error(`the service failed: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      answered++;
      onAnswer();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return { answered, accepted, refused, durationMs: performance.now() - started };
}
