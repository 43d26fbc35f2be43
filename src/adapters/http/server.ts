import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  fastify,
  LogController,
} from 'fastify';
import { RequestError } from '../../errors.js';
import { deprecations as allDeprecations, type Deprecation } from '../../openapi/index.js';
import { answerBrokenConnection } from './broken-connection.js';
import { endGracefully } from './closing.js';
import { tellDeprecations } from './deprecation-headers.js';
import { endlessRequests } from './endless.js';
import { answerFailures } from './failures.js';
import { type Check, healthRoutes, type RolesReport } from './health.js';
import { knownMethods } from './methods.js';
import { type HttpMetrics, metricsRoute } from './metrics.js';
import { limitRates, type RateLimits } from './rate-limits.js';
import { requestId } from './request-id.js';
import { securityHeaders } from './security-headers.js';

export interface ServerOptions {
  readonly logger: FastifyBaseLogger;
  /** The rooms' calls. */
  readonly plugins: readonly FastifyPluginAsync[];
  /** By name: what must work before requests are sent here. Each rejects where it does not. */
  readonly readiness: Readonly<Record<string, Check>>;
  /** What the roles of this process are doing; left out, nothing is said of them. */
  readonly roles?: () => RolesReport;
  /** Counts requests and answers `GET /metrics`; left out, there is no such thing. */
  readonly metrics?: HttpMetrics | undefined;
  /** How much each caller may ask for; left out, as much as it likes. */
  readonly rateLimits?: RateLimits;
  /** What is deprecated; left out, the whole table of it. */
  readonly deprecations?: readonly Deprecation[];
  /** Proxies whose word on a client's address counts: addresses and CIDR blocks, separated by commas. */
  readonly trustedProxies?: string;
  /** Longest time a request may take to arrive. Default 30 s: Node's 0 lets a slow client hold a socket for ever. */
  readonly requestTimeoutMs?: number;
  /** Longest time requests in flight are waited for when closing. Default 10 s. */
  readonly closeTimeoutMs?: number;
}

/**
 * The one HTTP server. Whatever fails, from a header too large to a fault of ours, is answered with the documented
 * failure body. After `close` is called, new requests are answered 503 and those in flight are given their time.
 */
export async function createServer({
  logger,
  plugins,
  readiness,
  roles,
  metrics,
  rateLimits,
  deprecations = allDeprecations,
  trustedProxies,
  requestTimeoutMs = 30_000,
  closeTimeoutMs = 10_000,
}: ServerOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutMs,
    http: {
      requestTimeout: requestTimeoutMs,
      // Where this one is the longer, and by itself it is a minute, Node takes the one for the other.
      headersTimeout: requestTimeoutMs,
      // By itself, Node looks every half minute.
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 5_000),
    },
    genReqId: requestId,
    ...(trustedProxies !== undefined && { trustProxy: trustedProxies }),
    clientErrorHandler: (error, socket) => {
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || !isEndless(socket))
        answerBrokenConnection(error, socket);
    },
    forceCloseConnections: 'idle',
    // Ours answers with the documented body.
    return503OnClosing: false,
    routerOptions: {
      // An external identifier has up to 255 characters of up to 12 bytes each, percent-encoded.
      maxParamLength: 4096,
      ignoreTrailingSlash: true,
    },
    frameworkErrors: (error, request, reply) => {
      server.errorHandler(error, request, reply);
    },
  });
  endGracefully(server, closeTimeoutMs);
  const isEndless = endlessRequests(server);
  const methodsOf = knownMethods(server);
  answerFailures(server);
  // Hooks call back: a promise for each hook of each request would cost more than all that these do.
  const headers = await securityHeaders();
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Here, and not in a handler for what was not found: that would read the body first and fault its type.
    done(request.is404 ? unknownAddress(methodsOf(request.url), reply) : undefined);
  });
  tellDeprecations(server, deprecations);
  server.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request;
    request.log.debug({ method, url, status: reply.statusCode, durationMs: reply.elapsedTime }, 'answered');
    done();
  });
  if (rateLimits) await limitRates(server, rateLimits);
  if (metrics) metricsRoute(server, metrics);
  healthRoutes(server, readiness, roles);
  for (const plugin of plugins) await server.register(plugin);
  await server.ready();
  return server;
}

function unknownAddress(methods: readonly string[], reply: FastifyReply): RequestError {
  if (methods.length === 0) return new RequestError('not_found');
  reply.header('allow', methods.join(', '));
  return new RequestError('method_not_allowed');
}
