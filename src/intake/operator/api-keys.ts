import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import { createApiKey, rotateApiKey } from '../credentials.js';
import { refusal } from '../faults.js';
import { pageOf, readPage, readParameters } from '../parameters.js';
import type { ApiKey, CredentialStore, KeyOwner, Scope } from '../port.js';
import { compileStructure } from '../structure.js';
import {
  type ApiKeyBody,
  apiKeySchema,
  type OperatorKeyBody,
  operatorKeySchema,
  type RotationBody,
  rotationSchema,
} from './schema.js';

const OF_ORGANISATION = '/v1/operator/organisations/:organisation/api-keys/';
const OF_OPERATORS = '/v1/operator/api-keys/';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const examineKey = compileStructure<ApiKeyBody>(apiKeySchema);
const examineOperatorKey = compileStructure<OperatorKeyBody>(operatorKeySchema);
const examineRotation = compileStructure<RotationBody>(rotationSchema);

interface Named {
  Params: { organisation?: string; id?: string };
}

export interface ApiKeyRoutes {
  readonly store: CredentialStore;
  readonly caller: Caller;
  /** Forgets what is remembered of tokens, by their SHA-256. */
  readonly forget: (tokens: readonly Buffer[]) => Promise<void>;
}

/**
 * The operator's calls about API keys, of an organisation and of operators: make and rotate (the only times that a
 * secret is shown), list, revoke.
 */
export function apiKeyRoutes(server: FastifyInstance, options: ApiKeyRoutes): void {
  keyRoutes(server, OF_ORGANISATION, options, (body) => {
    const { value, faults } = examineKey(body);
    if (!value) throw refusal('failed_validation', faults);
    return { ...value, scopes: [...new Set(value.scopes)] };
  });
  keyRoutes(server, OF_OPERATORS, options, (body) => {
    const { value, faults } = examineOperatorKey(body);
    if (!value) throw refusal('failed_validation', faults);
    return { ...value, scopes: ['operate'] };
  });
}

interface WantedKey {
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly expires_at?: string | undefined;
}

function keyRoutes(
  server: FastifyInstance,
  path: string,
  { store, caller, forget }: ApiKeyRoutes,
  readBody: (body: unknown) => WantedKey,
): void {
  const onRequest = caller.check('operate');
  const ownerOf = ({ params }: FastifyRequest<Named>): KeyOwner => params.organisation ?? null;

  server.post<Named>(path, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { label, scopes, expires_at: expiresAt } = readBody(request.body);
    const made = await createApiKey(store, {
      organisation: ownerOf(request),
      label,
      scopes,
      ...(expiresAt !== undefined && { expiresAt }),
    });
    if (made === 'no_organisation') throw new RequestError('not_found');
    return show(reply, made.key, made.secret);
  });

  server.get<Named>(path, { onRequest }, async (request) => {
    const page = readPage(request);
    if (page.after !== undefined && !UUID.test(page.after)) throw new RequestError('not_found');
    const keys = await store.listApiKeys(ownerOf(request), page);
    if (keys === 'no_organisation') throw new RequestError('not_found');
    return pageOf(keys, page, (key) => key.api_key_id);
  });

  server.post<Named>(`${path}:id/rotate/`, { onRequest }, async (request, reply) => {
    readParameters(request);
    const { value: body, faults } = examineRotation(request.body ?? {});
    if (!body) throw refusal('failed_validation', faults);
    const key = { owner: ownerOf(request), apiKeyId: idOf(request) };
    const rotated = await rotateApiKey(store, key, body.overlap_seconds);
    if (rotated === undefined) throw new RequestError('not_found');
    if (rotated === 'ended') throw new RequestError('api_key_ended');
    await forget(rotated.tokens);
    return show(reply, rotated.made, rotated.secret, { replaces: rotated.old });
  });

  server.delete<Named>(`${path}:id/`, { onRequest }, async (request, reply) => {
    readParameters(request);
    const tokens = await store.revokeApiKey(ownerOf(request), idOf(request));
    if (!tokens) throw new RequestError('not_found');
    await forget(tokens);
    return reply.code(204).send();
  });
}

function idOf({ params: { id = '' } }: FastifyRequest<Named>): string {
  if (!UUID.test(id)) throw new RequestError('not_found');
  return id;
}

function show(reply: FastifyReply, key: ApiKey, secret: string, more: object = {}) {
  return reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({ ...key, ...more, api_key: secret });
}
