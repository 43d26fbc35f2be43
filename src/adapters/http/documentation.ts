import { createHash } from 'node:crypto';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import type { OpenApiDocument } from '../../openapi/index.js';
import { isNamed } from '../../query/index.js';

const DOCUMENT = '/v1/openapi.json';

/** What the page's plugin is given: the page reads the document from its address. */
const EMPTY = { openapi: '3.1.1' as const, info: { title: 'Headrace', version: '' }, paths: {} };

/** The page runs its own scripts and reads its own service, and nothing else: no inline code, no other host. */
const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `GET /v1/openapi.json`, and a page at `/docs` that shows it. */
export function documentationPlugin(document: OpenApiDocument): FastifyPluginAsync {
  const body = JSON.stringify(document);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return async (server) => {
    server.get(DOCUMENT, async (request, reply) => {
      reply.header('etag', etag).header('cache-control', 'no-cache');
      if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('application/json; charset=utf-8').send(body);
    });
    await server.register(swagger, { mode: 'static', specification: { document: EMPTY } });
    await server.register(swaggerUi, {
      routePrefix: '/docs',
      staticCSP: PAGE_CSP,
      theme: { title: 'Headrace API' },
      uiHooks: { onRequest: leadToDocument },
      uiConfig: {
        // Another host would be asked to judge the document.
        validatorUrl: null,
        docExpansion: 'list',
        defaultModelsExpandDepth: 0,
        syntaxHighlight: false,
      },
    });
  };
}

/**
 * The page asks for the document beside itself, where its plugin would write out what it was given anew for each request,
 * as JSON or YAML. There is one document, at one address.
 */
function leadToDocument(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  const [path] = request.url.split('?', 1);
  if (path === '/docs/json') void reply.redirect(DOCUMENT, 308);
  else done(path === '/docs/yaml' ? new RequestError('not_found') : undefined);
}
