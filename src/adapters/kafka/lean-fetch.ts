import { createRequire } from 'node:module';
import { decodeFetch, type FetchResponse } from './fetch-response.js';

/** Kafka's fetch API in version 11, which every broker since 2.3 speaks, and the newest that kafkajs knows. */
const RESPONSE_V11 = 'kafkajs/src/protocol/requests/fetch/v11/response.js';

interface ResponseDecoder {
  decode(raw: Buffer): Promise<FetchResponse>;
}

let isInstalled = false;

/**
 * Has the client library's consumers read records by {@link FetchedRecord}, which tells what the library's own records
 * tell. Theirs takes more processor time than all that we then do with an event. There is no setting for it, so we put
 * our decoder in the place of the library's; its version is pinned.
 *
 * What an older broker answers, and what was written in a format from before Kafka 0.11, is left to the library.
 */
export function fetchLean(): void {
  if (isInstalled) return;
  isInstalled = true;
  const response: ResponseDecoder = createRequire(import.meta.url)(RESPONSE_V11);
  const decodeByLibrary = response.decode;
  response.decode = async (raw) => (await decodeFetch(raw)) ?? decodeByLibrary(raw);
}
