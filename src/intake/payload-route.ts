import type { FastifyInstance } from 'fastify';
import { RequestError } from '../errors.js';
import type { Caller } from './caller.js';
import { maskPayload } from './mask.js';
import { readParameters } from './parameters.js';
import type { PayloadReader } from './port.js';
import type { Resource } from './resources.js';

/** `GET …/{identifier}/payload/`: what is kept of the latest attempt's payload, masked. */
export function payloadRoute(
  server: FastifyInstance,
  resource: Resource,
  { store, caller }: { readonly store: PayloadReader; readonly caller: Caller },
): void {
  server.get<{ Params: { identifier: string } }>(
    `${resource.path}:identifier/payload/`,
    { onRequest: caller.check('import') },
    async (request) => {
      readParameters(request);
      const found = await store.findPayload({
        organisation: caller.organisationOf(request),
        resourceType: resource.type,
        externalIdentifier: request.params.identifier,
      });
      if (!found) throw new RequestError('not_found');
      return {
        attempt: found.attempt,
        deleted: found.payload === null,
        payload: found.payload === null ? null : maskPayload(found.payload),
      };
    },
  );
}
