import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';

/** A line of an answer, read by name in tests. */
export type Result = Readonly<Record<string, unknown>>;

/** A client of the bulk call that sends and reads when it likes. */
export interface BulkClient {
  readonly sending: ClientRequest;
  /** Resolves when the client has begun to read: status and headers. */
  answer(): Promise<IncomingMessage>;
  /** Sends each value as a line of JSON, as fast as the service takes them. */
  send(values: readonly unknown[]): Promise<void>;
  /** Ends the body, where it is not ended, and reads all results. */
  results(): Promise<Result[]>;
}

export function openBulk(
  url: string,
  token: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/x-ndjson' },
): BulkClient {
  const sending = request(`${url}/v1/data-import/accounts/bulk/`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).on('error', reject);
  });
  answered.catch(() => {});
  return {
    sending,
    answer: () => answered,
    async send(values) {
      for (const value of values) {
        if (!sending.write(`${JSON.stringify(value)}\n`)) await once(sending, 'drain');
      }
    },
    async results() {
      sending.end();
      return readResults(await answered);
    },
  };
}

async function readResults(answer: IncomingMessage): Promise<Result[]> {
  const results: Result[] = [];
  for await (const line of createInterface({ input: answer })) results.push(JSON.parse(line));
  return results;
}
