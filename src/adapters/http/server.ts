import helmet from '@fastify/helmet';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  fastify,
  LogController,
} from 'fastify';
import { RequestError } from '../../errors.js';
import { answerBrokenConnection } from './broken-connection.js';
import { endGracefully } from './closing.js';
import { answerFailures } from './failures.js';
import { type Check, healthRoutes, type RolesReport } from './health.js';
import { knownMethods } from './methods.js';
import { type HttpMetrics, metricsRoute } from './metrics.js';
import { requestId } from './request-id.js';

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
  requestTimeoutMs = 30_000,
  closeTimeoutMs = 10_000,
}: ServerOptions): Promise<FastifyInstance> {
  const server: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestTimeoutMs,
    genReqId: requestId,
    clientErrorHandler: answerBrokenConnection,
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
  const methodsOf = knownMethods(server);
  answerFailures(server);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Here, and not in a handler for what was not found: that would read the body first and fault its type.
    if (request.is404) refuseUnknown(methodsOf(request.url), reply);
  });
  server.addHook('onResponse', async (request, reply) => {
    const { method, url } = request;
    request.log.debug({ method, url, status: reply.statusCode, durationMs: reply.elapsedTime }, 'answered');
  });
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
  });
  if (metrics) metricsRoute(server, metrics);
  healthRoutes(server, readiness, roles);
  for (const plugin of plugins) await server.register(plugin);
  await server.ready();
  return server;
}

function refuseUnknown(
  methods: readonly string[],
  reply: { header: (name: string, value: string) => unknown },
): never {
  if (methods.length === 0) throw new RequestError('not_found');
  reply.header('allow', methods.join(', '));
  throw new RequestError('method_not_allowed');
}
