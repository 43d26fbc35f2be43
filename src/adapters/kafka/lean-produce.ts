import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { encodeProduce, type ProduceRequest } from './produce-request.js';

/** Kafka's produce API in version 7, which every broker since 2.1 speaks, and the newest that kafkajs knows. */
const REQUEST_V7 = 'kafkajs/src/protocol/requests/produce/v7/request.js';

/** The library's encoder, as its requests take one from another. */
interface Encoded {
  readonly buf: Buffer;
  readonly buffer: Buffer;
}

interface Request {
  readonly encode: () => Promise<Encoded>;
}

type RequestOf = (options: ProduceRequest & { readonly compression?: number }) => Request;

let isInstalled = false;

/**
 * Has the client library's producers write requests by {@link encodeProduce}: the same bytes. The library makes a buffer of
 * half a kilobyte for each header and joins them level by level, which takes several times what all else of sending takes.
 * There is no setting for it, so we put our encoder in the place of the library's; its version is pinned.
 *
 * Requests to older brokers and compressed records are left to the library.
 */
export function produceLean(): void {
  if (isInstalled) return;
  isInstalled = true;
  const require = createRequire(import.meta.url);
  const requestByLibrary: RequestOf = require(REQUEST_V7);
  const module = require.cache[require.resolve(REQUEST_V7)];
  if (!module) throw new Error('the client library has loaded its produce request elsewhere');
  const leanRequest: RequestOf = (options) => {
    const request = requestByLibrary(options);
    const { compression = kafkajs.CompressionTypes.None } = options;
    if (compression !== kafkajs.CompressionTypes.None) return request;
    return {
      ...request,
      encode: async () => {
        const bytes = encodeProduce(options);
        return { buf: bytes, buffer: bytes };
      },
    };
  };
  module.exports = leanRequest;
}
