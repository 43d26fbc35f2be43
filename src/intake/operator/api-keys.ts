import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { KeyOwner } from '../port.js';
import type { MadeKey, OperatorDesk } from './desk.js';

const OF_ORGANISATION = '/v1/operator/organisations/:organisation/api-keys/';
const OF_OPERATORS = '/v1/operator/api-keys/';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Named {
  Params: { organisation?: string; id?: string };
}

/**
 * The operator's calls about API keys, of an organisation and of operators: make and rotate (the only times that a
 * secret is shown), list, revoke.
 */
export function apiKeyRoutes(server: FastifyInstance, desk: OperatorDesk, caller: Caller): void {
  for (const path of [OF_ORGANISATION, OF_OPERATORS]) keyRoutes(server, path, desk, caller);
}

function keyRoutes(server: FastifyInstance, path: string, desk: OperatorDesk, caller: Caller): void {
  const onRequest = caller.check('operate');
  const ownerOf = ({ params }: FastifyRequest<Named>): KeyOwner => params.organisation ?? null;

  server.post<Named>(path, { onRequest }, async (request, reply) => {
    readParameters(request);
    return show(reply, await desk.createKey(ownerOf(request), request.body));
  });

  server.get<Named>(path, { onRequest }, async (request) => {
    const page = readPage(request);
    if (page.after !== undefined && !UUID.test(page.after)) throw new RequestError('not_found');
    return pageOf(await desk.listKeys(ownerOf(request), page), page, (key) => key.api_key_id);
  });

  server.post<Named>(`${path}:id/rotate/`, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { replaces, ...made } = await desk.rotateKey(ownerOf(request), idOf(request), request.body ?? {});
    return show(reply, made, { replaces });
  });

  server.delete<Named>(`${path}:id/`, { onRequest }, async (request, reply) => {
    readParameters(request);
    await desk.revokeKey(ownerOf(request), idOf(request));
    return reply.code(204).send();
  });
}

function idOf({ params: { id = '' } }: FastifyRequest<Named>): string {
  if (!UUID.test(id)) throw new RequestError('not_found');
  return id;
}

function show(reply: FastifyReply, { key, secret }: MadeKey, more: object = {}) {
  return reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({ ...key, ...more, api_key: secret });
}
