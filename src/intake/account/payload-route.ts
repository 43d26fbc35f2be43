import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { readParameters } from '../parameters.js';
import type { PayloadReader } from '../port.js';
import { ACCOUNT } from './import-account.js';
import { maskPayload } from './mask.js';

/** `GET /v1/data-import/accounts/{external_identifier}/payload/`: what is kept of the latest attempt's payload, masked. */
export function payloadRoute(server: FastifyInstance, store: PayloadReader, caller: Caller): void {
  server.get<{ Params: { external_identifier: string } }>(
    '/v1/data-import/accounts/:external_identifier/payload/',
    { onRequest: caller.check('import') },
    async (request) => {
      readParameters(request);
      const found = await store.findPayload({
        organisation: caller.organisationOf(request),
        resourceType: ACCOUNT,
        externalIdentifier: request.params.external_identifier,
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
