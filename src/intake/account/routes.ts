import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import { readParameters } from '../parameters.js';
import type { ImportProcess, ProcessStore } from '../port.js';
import { tellPosition } from '../position-header.js';
import type { Acceptance, IntakeRequest } from '../requests.js';
import { ACCOUNT, importAccount } from './import-account.js';

const PATH = '/v1/data-import/accounts/';

export interface AccountRoutes {
  readonly store: Pick<ProcessStore, 'findProcess'>;
  readonly submit: (request: IntakeRequest) => Promise<Acceptance>;
  readonly caller: Caller;
  readonly now: () => number;
}

/** `POST /v1/data-import/accounts/` and the status of the process it starts. */
export function accountRoutes(server: FastifyInstance, { store, submit, caller, now }: AccountRoutes): void {
  server.post(PATH, { onRequest: caller.check('import') }, async (request, reply) => {
    const organisation = caller.organisationOf(request);
    const today = new Date(now()).toISOString().slice(0, 10);
    readParameters(request);
    const context = requestContext(request.id, request.headers['traceparent']);
    const accepted = await importAccount(submit, organisation, request.body, context, today);
    const location = `${PATH}${encodeURIComponent(accepted.externalIdentifier)}/`;
    reply.code(202).header('location', location);
    tellPosition(reply, accepted.positions);
    return {
      external_identifier: accepted.externalIdentifier,
      resource_type: ACCOUNT,
      // As it was when accepted: a repeated request is answered like the first. The location tells the state now.
      state: 'waiting',
      attempt: accepted.attempt,
      import_supplier: accepted.importSupplier,
      location,
    };
  });

  server.get<{ Params: { external_identifier: string } }>(
    `${PATH}:external_identifier/`,
    { onRequest: caller.check('import') },
    async (request) => {
      readParameters(request);
      const process = await store.findProcess({
        organisation: caller.organisationOf(request),
        resourceType: ACCOUNT,
        externalIdentifier: request.params.external_identifier,
      });
      if (!process) throw new RequestError('not_found');
      return present(process);
    },
  );
}

function present(process: ImportProcess) {
  return {
    external_identifier: process.externalIdentifier,
    resource_type: ACCOUNT,
    state: process.state,
    attempt: process.attempt,
    import_supplier: process.importSupplier,
    accepted_at: process.acceptedAt,
    finished_at: process.finishedAt,
    account_number: process.accountNumber,
    error: process.error,
  };
}
