import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type ExecutionResult,
  type GraphQLFormattedError,
  NoSchemaIntrospectionCustomRule,
} from 'graphql/index.js';
import mercurius from 'mercurius';
import { type ErrorCode, errorKinds, RequestError } from '../../errors.js';
import { OVERLAP_SECONDS_MAX } from '../credentials.js';
import { isRecord } from '../json/is-record.js';
import { readParameters } from '../parameters.js';
import { limitSelections } from './limits.js';

const SCHEMA = `
  type Query {
    "Names this API, so that a client can tell that it reached it."
    service: String!
  }
  type Mutation {
    "Exchanges an API key for an access token."
    obtainToken(input: ObtainTokenInput!): ObtainTokenPayload!
    "Exchanges an API key for a new one; the old one stays good for a while."
    rotateApiKey(input: RotateApiKeyInput!): RotateApiKeyPayload!
  }
  input ObtainTokenInput {
    "The API key, as shown when it was made."
    apiKey: String!
  }
  type ObtainTokenPayload {
    "Goes into the header Authorization: Token <token>."
    token: String!
    "When the token ends: ISO 8601, UTC."
    expiresAt: String!
  }
  input RotateApiKeyInput {
    "The API key that shall be replaced."
    apiKey: String!
    "How long it stays good, in seconds: 0 to 2592000; 86400, a day, where left out."
    overlapSeconds: Int
  }
  type RotateApiKeyPayload {
    "The new API key: shown this once."
    apiKey: String!
    apiKeyId: String!
    "When the new key ends; null where it does not."
    expiresAt: String
    "When the old key ends."
    replacedExpiresAt: String!
  }
`;

// The one useful document has 12 tokens and 2 levels; the limits leave room for names, aliases and variables.
const TOKENS_MAX = 100;
const DEPTH_MAX = 4;
const BODY_BYTES_MAX = 8 * 1024;

export interface GraphqlOptions {
  /** @returns `undefined` where the key is unknown, revoked or expired */
  readonly obtainToken: (
    apiKey: string,
  ) => Promise<{ readonly token: string; readonly expiresAt: string } | undefined>;
  /** @returns `undefined` where the key is unknown, revoked or expired */
  readonly rotateApiKey: (
    apiKey: string,
    overlapSeconds: number | undefined,
  ) => Promise<RotatedApiKey | undefined>;
  /** Whether clients may ask for the schema. Not in production: what is offered stands in the documentation. */
  readonly introspection: boolean;
}

interface RotatedApiKey {
  readonly apiKey: string;
  readonly apiKeyId: string;
  readonly expiresAt: string | null;
  readonly replacedExpiresAt: string;
}

/** `POST /v1/graphql/`: the mutations `obtainToken` and `rotateApiKey`. Every error carries a code in its extensions. */
export async function graphqlRoute(server: FastifyInstance, options: GraphqlOptions): Promise<void> {
  await server.register(mercurius, {
    schema: SCHEMA,
    resolvers: {
      Query: { service: () => 'headrace' },
      Mutation: {
        obtainToken: (_root, { input }: ObtainTokenArguments) => obtain(options, input.apiKey),
        rotateApiKey: (_root, { input }: RotateApiKeyArguments) => rotate(options, input),
      },
    },
    routes: false,
    queryDepth: DEPTH_MAX,
    graphql: { parseOptions: { maxTokens: TOKENS_MAX } },
    validationRules: [limitSelections, ...(options.introspection ? [] : [NoSchemaIntrospectionCustomRule])],
    // A cache of documents would keep the API keys written into them.
    cache: false,
    errorFormatter: (execution, context) => formatErrors(execution, context.reply),
  });

  server.post('/v1/graphql/', { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
    readParameters(request);
    const { query, variables, operationName } = readDocument(request.body);
    reply.header('cache-control', 'no-store');
    try {
      return await server.graphql(query, { reply }, variables, operationName);
    } catch (error) {
      // What the parser, the rules and the limits refuse; anything else is a fault of ours.
      if (!isRecord(error) || error['code'] !== 'MER_ERR_GQL_VALIDATION') throw error;
      const found: unknown[] = Array.isArray(error['errors']) ? error['errors'] : [];
      return reply.code(400).send({ data: null, errors: found.map(describe) });
    }
  });
}

interface ObtainTokenArguments {
  readonly input: { readonly apiKey: string };
}

async function obtain({ obtainToken }: GraphqlOptions, apiKey: string) {
  const token = await obtainToken(apiKey);
  if (!token) throw new RequestError('invalid_api_key');
  return token;
}

interface RotateApiKeyArguments {
  readonly input: { readonly apiKey: string; readonly overlapSeconds?: number | null };
}

async function rotate(
  { rotateApiKey }: GraphqlOptions,
  { apiKey, overlapSeconds }: RotateApiKeyArguments['input'],
): Promise<RotatedApiKey> {
  const overlap = overlapSeconds ?? undefined;
  if (overlap !== undefined && (overlap < 0 || overlap > OVERLAP_SECONDS_MAX)) {
    throw new RequestError('invalid_graphql', {
      detail: `overlapSeconds must be from 0 to ${OVERLAP_SECONDS_MAX}.`,
    });
  }
  const rotated = await rotateApiKey(apiKey, overlap);
  if (!rotated) throw new RequestError('invalid_api_key');
  return rotated;
}

function readDocument(body: unknown) {
  const { query, variables, operationName } = isRecord(body) ? body : {};
  // A document can also be given as JSON of its syntax tree, past the parser and its limits; that is not for us.
  if (typeof query !== 'string' || /^\s*[{[]\s*"/.test(query)) throw new RequestError('invalid_graphql');
  return {
    query,
    variables: isRecord(variables) ? { ...variables } : {},
    operationName: typeof operationName === 'string' ? operationName : undefined,
  };
}

function describe(error: unknown): GraphQLFormattedError {
  const message = isRecord(error) ? error['message'] : undefined;
  const code: ErrorCode = 'invalid_graphql';
  return { message: typeof message === 'string' ? message : errorKinds[code].detail, extensions: { code } };
}

/** Errors met while a valid document was carried out: each with a code, and nothing of our inside. */
function formatErrors(execution: ExecutionResult, reply: FastifyReply) {
  const codes = new Set<ErrorCode>();
  const errors = (execution.errors ?? []).map((error): GraphQLFormattedError => {
    const { originalError: cause, path } = error;
    if (cause === undefined) {
      codes.add('invalid_graphql');
      return describe(error);
    }
    const failure = cause instanceof RequestError ? cause : new RequestError('internal_error', { cause });
    codes.add(failure.code);
    if (failure.status >= 500) reply.log.error({ err: failure.cause ?? failure }, failure.message);
    return { message: failure.message, ...(path && { path }), extensions: { code: failure.code } };
  });
  if (codes.has('service_unavailable')) reply.header('retry-after', '1');
  const statusCode = Math.max(...[...codes].map((code) => errorKinds[code].status));
  return { statusCode, response: { data: execution.data ?? null, errors } };
}
