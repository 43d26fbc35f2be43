import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import type { Caller } from './caller.js';
import type { Cancellation, CancelRequest } from './cancel.js';
import { requestContext } from './context.js';
import { readParameters } from './parameters.js';
import type { ProcessStore } from './port.js';
import { tellPosition } from './position-header.js';
import { presentProcess } from './present.js';
import { locationOf, type Resource } from './resources.js';

export interface ProcessRoutes {
  readonly store: Pick<ProcessStore, 'findProcess'>;
  readonly cancel: (request: CancelRequest) => Promise<Cancellation>;
  readonly caller: Caller;
}

interface Named {
  Params: { identifier: string };
}

/** Status and cancellation of the processes of one kind of resource. */
export function processRoutes(
  server: FastifyInstance,
  resource: Resource,
  { store, cancel, caller }: ProcessRoutes,
): void {
  const path = `${resource.path}:identifier/`;
  const onRequest = caller.check('import');

  server.get<Named>(path, { onRequest }, async (request) => {
    readParameters(request);
    const process = await store.findProcess({
      organisation: caller.organisationOf(request),
      resourceType: resource.type,
      externalIdentifier: request.params.identifier,
    });
    if (!process) throw new RequestError('not_found');
    return presentProcess(process, resource);
  });

  server.delete<Named>(path, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { identifier } = request.params;
    const cancellation = await cancel({
      context: requestContext(request.id, request.headers['traceparent']),
      organisation: caller.organisationOf(request),
      resourceType: resource.type,
      externalIdentifier: identifier,
    });
    if (cancellation.outcome === 'unknown') throw new RequestError('not_found');
    if (cancellation.outcome === 'finished') throw new RequestError('already_finished');
    const { process, positions } = cancellation;
    tellPosition(reply, positions);
    return {
      [resource.identifierField]: identifier,
      resource_type: resource.type,
      state: 'cancelled',
      attempt: process.attempt,
      import_supplier: process.importSupplier,
      expiry_window_end: process.expiryWindowEnd,
      location: locationOf(resource, identifier),
    };
  });
}
