import type {
  FastifyError,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { RequestError } from '../../errors.js';
import { assetRoutes } from './assets.js';
import { readForms } from './forms.js';
import { layout, type Page, type Visit } from './layout.js';
import { failurePage } from './pages/failure.js';
import { arrivalPage } from './pages/sign-in.js';
import type { DashboardOptions } from './port.js';
import { type AddPage, pageRoutes, partIn } from './routes.js';
import { guardPages } from './security.js';
import { signInPath, signInRoutes } from './sign-in.js';
import { createVisits, SignInNeeded, visitOf } from './visits.js';

/** The dashboard, as a plugin of the one server: pages for people, on the same read models as the API. */
export function dashboardPlugin(options: DashboardOptions): FastifyPluginAsync {
  return async (server) => {
    guardPages(server);
    readForms(server);
    const asset = assetRoutes(server, options.assets);
    const sendTo = (visit: Visit, reply: FastifyReply, page: Page) =>
      reply
        .code(page.status ?? 200)
        .type('text/html; charset=utf-8')
        .send(layout(page, visit, asset).toString());
    const send = (request: FastifyRequest, reply: FastifyReply, page: Page) =>
      sendTo(visitOf(request), reply, page);
    answerFailures(server, send);
    signInRoutes(server, options.sessions, send);

    const visits = createVisits(options.sessions);
    await server.register(async (signedIn) => {
      signedIn.addHook('onRequest', visits.check);
      const page: AddPage = (path, make) => {
        signedIn.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
          const visit = visits.of(request);
          return sendTo(visit, reply, await make(visit, (name) => partIn(request.params, name)));
        });
      };
      pageRoutes(signedIn, options, visits, page);
    });
  };
}

const EVENT_STREAM = 'text/event-stream';
const isStream = ({ headers }: FastifyRequest) => headers.accept === EVENT_STREAM;

function answerFailures(
  server: FastifyInstance,
  send: (request: FastifyRequest, reply: FastifyReply, page: Page) => FastifyReply,
): void {
  server.setErrorHandler<unknown>((error, request, reply) => {
    if (error instanceof SignInNeeded) {
      // A script that follows a redirection to a page for people would learn nothing.
      if (isStream(request)) return reply.type(EVENT_STREAM).send('event: over\ndata: {}\n\n');
      const path = signInPath(request.url);
      const comesFromElsewhere = request.headers['sec-fetch-site'] === 'cross-site';
      return comesFromElsewhere ? send(request, reply, arrivalPage(path)) : reply.redirect(path, 303);
    }
    const failure = error instanceof RequestError ? error : requestErrorOf(error);
    if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.message);
    return send(request, reply, failurePage(failure, request.id));
  });
}

/** The framework's refusals of a request are about the request alone; all else is a fault of ours. */
function requestErrorOf(cause: unknown): RequestError {
  const status =
    cause instanceof Error && 'statusCode' in cause ? (cause as FastifyError).statusCode : undefined;
  if (status === 413) return new RequestError('body_too_large', { cause });
  return new RequestError(status !== undefined && status < 500 ? 'malformed_request' : 'internal_error', {
    cause,
  });
}
