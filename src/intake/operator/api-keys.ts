import type { FastifyInstance } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { createApiKey } from '../credentials.js';
import { refusal } from '../faults.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { CredentialStore } from '../port.js';
import { compileStructure } from '../structure.js';
import { type ApiKeyBody, apiKeySchema } from './schema.js';

const PATH = '/v1/operator/organisations/:organisation/api-keys/';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const examine = compileStructure<ApiKeyBody>(apiKeySchema);

interface OfOrganisation {
  Params: { organisation: string };
}

/**
 * The operator's calls about API keys: make (the only time the secret is shown), list, revoke.
 *
 * @param revoked called once a key is revoked, so that what is remembered of its tokens is forgotten.
 */
export function apiKeyRoutes(
  server: FastifyInstance,
  store: CredentialStore,
  caller: Caller,
  revoked: () => void,
): void {
  const onRequest = caller.check('operate');

  server.post<OfOrganisation>(PATH, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { value: body, faults } = examine(request.body);
    if (!body) throw refusal('failed_validation', faults);
    const made = await createApiKey(store, {
      organisation: request.params.organisation,
      label: body.label,
      scopes: [...new Set(body.scopes)],
      ...(body.expires_at !== undefined && { expiresAt: body.expires_at }),
    });
    if (made === 'no_organisation') throw new RequestError('not_found');
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ ...made.key, api_key: made.secret });
  });

  server.get<OfOrganisation>(PATH, { onRequest }, async (request) => {
    const page = readPage(request);
    if (page.after !== undefined && !UUID.test(page.after)) throw new RequestError('not_found');
    const keys = await store.listApiKeys(request.params.organisation, page);
    if (keys === 'no_organisation') throw new RequestError('not_found');
    return pageOf(keys, page, (key) => key.api_key_id);
  });

  server.delete<{ Params: { organisation: string; id: string } }>(
    `${PATH}:id/`,
    { onRequest },
    async (request, reply) => {
      readParameters(request);
      const { organisation, id } = request.params;
      if (!UUID.test(id) || !(await store.revokeApiKey(organisation, id)))
        throw new RequestError('not_found');
      revoked();
      return reply.code(204).send();
    },
  );
}
