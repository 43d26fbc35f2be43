import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import { BASE, type Calls, forOperators } from './calls.js';
import { namedByContent } from './etag.js';
import { tellLag } from './freshness.js';
import { noParameters } from './parameters.js';
import type { EventRoute } from './port.js';

/** `GET /v1/query/routes`: who gets which events, and how far each target is. */
export function eventRoutesRoutes(server: FastifyInstance, calls: Calls): void {
  server.get(`${BASE}/routes`, async (request, reply) => {
    forOperators(request, calls);
    noParameters(request.url);
    const routes = await calls.eventRoutes.list();
    tellLag(reply, 0);
    const asked = { organisation: null, request, reply, form: 'json' };
    return namedByContent(asked, { results: routes.map(present) }) ?? reply.send();
  });

  server.get<{ Params: { name: string } }>(`${BASE}/routes/:name`, async (request, reply) => {
    forOperators(request, calls);
    noParameters(request.url);
    const route = (await calls.eventRoutes.list()).find(({ name }) => name === request.params.name);
    if (!route) throw new RequestError('not_found');
    tellLag(reply, 0);
    const asked = { organisation: null, request, reply, form: 'json' };
    return namedByContent(asked, present(route)) ?? reply.send();
  });
}

const present = ({ types, targets, ...route }: EventRoute) => ({ ...route, event_types: types, targets });
