import type { FastifyInstance } from 'fastify';
import type { Caller } from '../caller.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { OperatorDesk } from './desk.js';
import { operatorOf } from './operator-of.js';

const PATH = '/v1/operator/organisations/';

/** The operator's calls about organisations: make, list. */
export function organisationRoutes(server: FastifyInstance, desk: OperatorDesk, caller: Caller): void {
  const onRequest = caller.check('operate');

  server.post(PATH, { onRequest }, async (request, reply) => {
    readParameters(request);
    return reply.code(201).send(await desk.createOrganisation(request.body, operatorOf(caller, request)));
  });

  server.get(PATH, { onRequest }, async (request) => {
    const page = readPage(request);
    return pageOf(await desk.listOrganisations(page), page, ({ organisation }) => organisation);
  });
}
