import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import { type Answer, send } from './answers.js';
import { BASE } from './paths.js';
import type { Assets, Contract } from './port.js';
import { createSite } from './site.js';

const A_YEAR = 'public, max-age=31536000, immutable';
const QUERY_LENGTH_MAX = 200;

/** Pages load our own style and script, send a form to us, and nothing else. */
const PAGE_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type Named = { Params: { name: string } };

/** `/catalogue/`: the contract, without any data, so nobody is asked who they are. */
export function cataloguePlugin(contract: Contract, assets: Assets): FastifyPluginAsync {
  const site = createSite(contract, assets);
  return async (server) => {
    server.get<{ Querystring: Record<string, unknown> }>(`${BASE}/`, async (request, reply) => {
      const { q } = request.query;
      const query = typeof q === 'string' ? q.slice(0, QUERY_LENGTH_MAX) : '';
      return sendPage(request, reply, site.index(query));
    });
    server.get(`${BASE}/index.json`, async (request, reply) => send(request, reply, site.indexDocument()));
    server.get(`${BASE}/asyncapi.json`, async (request, reply) => send(request, reply, site.asyncApi()));
    server.get<Named>(`${BASE}/assets/:name`, async (request, reply) => {
      const asset = site.assets.get(request.params.name);
      if (!asset) throw new RequestError('not_found');
      return send(request, reply.header('cache-control', A_YEAR), asset);
    });
    server.get<Named>(`${BASE}/shapes/:name`, async (request, reply) => {
      const { name } = request.params;
      if (name.endsWith('.json')) return sendFile(request, reply, site.shapeDocument(name.slice(0, -5)));
      return sendPage(request, reply, site.shapePage(name) ?? site.notFound(name));
    });
    server.get<Named>(`${BASE}/:name`, async (request, reply) => {
      const { name } = request.params;
      if (name.endsWith('.json')) return sendFile(request, reply, site.typeDocument(name.slice(0, -5)));
      if (name.endsWith('.avsc')) return sendFile(request, reply, site.schema(name.slice(0, -5)));
      return sendPage(request, reply, site.typePage(name) ?? site.notFound(name));
    });
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
  return send(request, reply.header('content-security-policy', PAGE_CSP), answer);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, answer: Answer | undefined): FastifyReply {
  if (!answer) throw new RequestError('not_found');
  return send(request, reply, answer);
}
