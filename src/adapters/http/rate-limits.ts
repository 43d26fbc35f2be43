import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';

export interface RateLimits {
  /** Requests a minute of one API key, whatever they are; a bulk stream is one. 0: as many as it likes. */
  readonly perKey: number;
  /** Requests a minute of one address without a good access token. 0: as many as it likes. */
  readonly perAddress: number;
  /** The API key behind a request; `undefined` where it has no good token. */
  readonly apiKeyOf: (authorization: string | undefined) => Promise<string | undefined>;
  /** A Redis client that instances count in together; left out, each counts for itself. */
  readonly redis?: object;
}

const KEY = 'key:';
const WINDOW_MS = 60_000;

/**
 * Answers requests beyond the limits with 429 `rate_limited` and `Retry-After`, before anything else is done for them.
 * All others carry how much is left: `RateLimit-Limit`, `-Remaining`, `-Reset`. What Redis cannot count passes.
 */
export async function limitRates(server: FastifyInstance, limits: RateLimits): Promise<void> {
  const mostOf = (key: string) => (key.startsWith(KEY) ? limits.perKey : limits.perAddress);
  await server.register(rateLimit, {
    // By a hook of ours below: the plugin's own would come behind the rooms' checks of who asks.
    global: false,
    timeWindow: WINDOW_MS,
    keyGenerator: async ({ headers, ip }: FastifyRequest) => {
      const apiKeyId = await limits.apiKeyOf(headers.authorization);
      return apiKeyId === undefined ? `address:${ip}` : `${KEY}${apiKeyId}`;
    },
    // Whether a process is well must be told under any load.
    allowList: (request: FastifyRequest, key: string) =>
      request.url.startsWith('/health/') || request.url === '/metrics' || mostOf(key) === 0,
    max: (_request: FastifyRequest, key: string) => mostOf(key),
    errorResponseBuilder: () => new RequestError('rate_limited'),
    enableDraftSpec: true,
    skipOnError: true,
    nameSpace: 'headrace:rate:',
    ...(limits.redis && { redis: limits.redis }),
  });
  server.addHook('onRequest', server.rateLimit());
}
