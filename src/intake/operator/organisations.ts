import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import { refusal } from '../faults.js';
import { createOrganisation } from '../organisations.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { EventEncoder, OperatorStore } from '../port.js';
import { compileStructure } from '../structure.js';
import { type OrganisationBody, organisationSchema } from './schema.js';

const PATH = '/v1/operator/organisations/';

const examine = compileStructure<OrganisationBody>(organisationSchema);

/** The operator's calls about organisations: make, list. */
export function organisationRoutes(
  server: FastifyInstance,
  store: OperatorStore,
  encoder: EventEncoder,
  caller: Caller,
): void {
  const onRequest = caller.check('operate');

  server.post(PATH, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { value: body, faults } = examine(request.body);
    if (!body) throw refusal('failed_validation', faults);
    const { organisation, name = organisation, import_supplier: first } = body;
    const context = requestContext(request.id, request.headers['traceparent']);
    const made = await createOrganisation(
      store,
      encoder,
      context,
      caller.identityOf(request),
      { organisation, name },
      first,
    );
    if (made === 'exists') throw new RequestError('already_exists');
    return reply.code(201).send({ ...made.organisation, import_supplier: made.supplier ?? null });
  });

  server.get(PATH, { onRequest }, async (request) => {
    const page = readPage(request);
    return pageOf(await store.listOrganisations(page), page, ({ organisation }) => organisation);
  });
}
