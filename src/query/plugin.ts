import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Calls } from './calls.js';
import { eventRoutesRoutes } from './event-routes.js';
import { itemRoutes } from './item-routes.js';
import { listRoutes } from './list-routes.js';
import type { Authenticate, EventRoutes, Past, QueryIdentity, ReadModels } from './port.js';
import { projectionsRoute } from './projections.js';
import { createWaiting } from './waiting.js';

export interface QueryOptions {
  readonly readModels: ReadModels;
  readonly past: Past;
  readonly eventRoutes: EventRoutes;
  readonly authenticate: Authenticate;
}

/** All calls of the query API, as a plugin of the one server. */
export function queryPlugin({
  readModels,
  past,
  eventRoutes,
  authenticate,
}: QueryOptions): FastifyPluginAsync {
  return async (server) => {
    const identities = new WeakMap<FastifyRequest, QueryIdentity>();
    server.addHook('onRequest', async (request) => {
      identities.set(request, await authenticate(request.headers.authorization, 'query'));
    });
    const organisationOf = (request: FastifyRequest): string | null => {
      const identity = identities.get(request);
      if (!identity) throw new Error('a request was answered before its sender was known');
      return identity.organisation;
    };
    const waitFor = createWaiting(server, readModels);
    const calls: Calls = { readModels, past, eventRoutes, organisationOf, waitFor };
    listRoutes(server, calls);
    itemRoutes(server, calls);
    projectionsRoute(server, readModels);
    eventRoutesRoutes(server, calls);
  };
}
