import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Authenticator } from '../authenticate.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import { readParameters } from '../parameters.js';
import type { Submitter } from '../submit.js';
import { bodyOf, ClientGone } from './input.js';
import type { OpenSpool } from './port.js';
import { runBulk } from './run.js';

const PATH = '/v1/data-import/accounts/bulk/';
const NDJSON = 'application/x-ndjson';

/** Each holds about two megabytes and, while it is read slowly, a file. */
const STREAMS_MAX = 32;
/** A client that pauses longer has gone to sleep with a connection of ours. */
const IDLE_MS = 60_000;
/** A database that is away longer needs somebody to look at it. */
const PATIENCE_MS = 60_000;
/** Results that nobody has read a byte of for so long are not waited for. */
const UNREAD_MS = 300_000;
/** How long a client may go on sending into a stream that has ended, so that it gets to read why. */
const LINGER_MS = 2_000;

export interface BulkRoutes {
  readonly submitAll: Submitter['submitAll'];
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly caller: Caller;
  readonly openSpool: OpenSpool;
  readonly now: () => number;
}

/** `POST /v1/data-import/accounts/bulk/`: accounts in, one a line, and their answers out, one a line, in order. */
export async function bulkRoutes(server: FastifyInstance, routes: BulkRoutes): Promise<void> {
  const { caller } = routes;
  const closing = new AbortController();
  let streams = 0;

  server.removeAllContentTypeParsers();
  server.addContentTypeParser(NDJSON, (_request, payload, done) => done(null, payload));
  server.addContentTypeParser('*', (_request, _payload, done) => done(notNdjson()));
  server.addHook('preClose', async () => {
    closing.abort(new RequestError('service_unavailable', { detail: 'The service is shutting down.' }));
  });

  server.post(
    PATH,
    { onRequest: caller.check('import'), config: { endless: true } },
    async (request, reply) => {
      const organisation = caller.organisationOf(request);
      readParameters(request);
      if (request.body === undefined) throw notNdjson();
      if (streams >= STREAMS_MAX) {
        throw new RequestError('service_unavailable', { detail: 'Too many streams are open.' });
      }
      const body = bodyOf(request.raw);
      streams++;
      // Comes for every stream, answered or cut off.
      reply.raw.once('close', () => {
        streams--;
      });
      return answer(routes, closing.signal, organisation, body, request, reply);
    },
  );
}

function answer(
  { submitAll, authenticator, openSpool, now }: BulkRoutes,
  closing: AbortSignal,
  organisation: string,
  body: ReturnType<typeof bodyOf>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const spool = openSpool();
  const ended = new AbortController();
  const stop = () => ended.abort(closing.reason);
  if (closing.aborted) stop();
  closing.addEventListener('abort', stop);
  reply.raw.once('close', () => {
    closing.removeEventListener('abort', stop);
    ended.abort(new ClientGone());
    spool.discard();
  });
  void runBulk({
    request: request.raw,
    body,
    spool,
    organisation,
    context: requestContext(request.id, request.headers['traceparent']),
    authorise: () => authenticator.authenticate(request.headers.authorization, 'import'),
    submitAll,
    now,
    idleMs: IDLE_MS,
    patienceMs: PATIENCE_MS,
    lingerMs: LINGER_MS,
    signal: ended.signal,
    onFault: (err) => request.log.error({ err }, 'a fault in a stream of accounts'),
  }).then(() => {
    reply.raw.setTimeout(UNREAD_MS);
    // Who sends on for so long does not want to know.
    if (!request.raw.complete)
      setTimeout(() => request.raw.complete || request.raw.destroy(), UNREAD_MS).unref();
  });
  return reply.type(`${NDJSON}; charset=utf-8`).send(spool.output);
}

function notNdjson(): RequestError {
  return new RequestError('unsupported_media_type', {
    detail: `The body must be newline-delimited JSON: send Content-Type: ${NDJSON}.`,
  });
}
