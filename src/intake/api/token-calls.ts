import {
  array,
  type Call,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  string,
} from '../../openapi/index.js';
import { JSON_TYPE, noParameters, notJson } from './shared.js';

const obtained = object({
  token: string('Goes into the header `Authorization: Token <token>`.'),
  expiresAt: string('When the token ends: ISO 8601, UTC.'),
});
const rotated = object({
  apiKey: string('The new API key: shown this once.'),
  apiKeyId: string('Its id.'),
  expiresAt: nullable(string('When it ends; null where it does not.')),
  replacedExpiresAt: string('When the old key ends.'),
});
const everyField = (schema: JsonSchema): JsonSchema => {
  const { required: _, ...open } = schema;
  return open;
};

export const tokenSchemas: Readonly<Record<string, JsonSchema>> = {
  GraphqlBody: {
    ...object(
      {
        query: string('The document: a mutation `obtainToken` or `rotateApiKey`.'),
        variables: {
          type: 'object',
          description: 'Values of its variables.',
          additionalProperties: true,
        },
        operationName: string('Which operation of the document, where it has several.'),
      },
      { optional: ['variables', 'operationName'] },
    ),
  },
  GraphqlAnswer: object(
    {
      data: nullable(
        object(
          {
            // What is in it, and under which names, is what the document selects.
            obtainToken: nullable(everyField(obtained)),
            rotateApiKey: nullable(everyField(rotated)),
            service: string('The name of this API.'),
          },
          { optional: ['obtainToken', 'rotateApiKey', 'service'] },
        ),
      ),
      errors: array(
        object(
          {
            message: string('What happened, for a person.'),
            path: array({ type: ['string', 'integer'] }, 'Where in the answer.'),
            extensions: object({
              code: oneOf(
                ['invalid_api_key', 'invalid_graphql', 'internal_error', 'service_unavailable'],
                'Stable: branch on it.',
              ),
            }),
          },
          { optional: ['path'] },
        ),
        'Errors, as GraphQL tells them.',
      ),
    },
    { optional: ['errors'] },
  ),
};

const QUERY = 'mutation ($apiKey: String!) { obtainToken(input: {apiKey: $apiKey}) { token expiresAt } }';

const graphqlError = (code: string, message: string) => ({
  data: null,
  errors: [{ message, extensions: { code } }],
});

const failed = (status: number, description: string, code: string, message: string) => ({
  status,
  description,
  content: {
    mediaType: JSON_TYPE,
    schema: ref('GraphqlAnswer'),
    examples: { [code]: graphqlError(code, message) },
  },
});

/** `POST /v1/graphql/`: API keys become access tokens. */
export const tokenCalls: readonly Call[] = [
  {
    method: 'post',
    path: '/v1/graphql/',
    id: 'graphql',
    group: 'Tokens',
    summary: 'Exchange an API key for an access token, or for a new key',
    description:
      'One GraphQL call with the mutations `obtainToken(input: {apiKey})` and `rotateApiKey(input: {apiKey, overlapSeconds})`.',
    scope: null,
    body: {
      content: [
        {
          mediaType: JSON_TYPE,
          schema: ref('GraphqlBody'),
          examples: { obtainToken: { query: QUERY, variables: { apiKey: 'hrk_…' } } },
        },
      ],
    },
    answers: [
      {
        status: 200,
        description: 'The answer; an API key that is not good is told of in `errors`.',
        content: {
          mediaType: JSON_TYPE,
          schema: ref('GraphqlAnswer'),
          examples: {
            obtained: { data: { obtainToken: { token: 'hrt_…', expiresAt: '2026-01-31T10:15:00.000Z' } } },
            invalid_api_key: graphqlError('invalid_api_key', 'The API key is unknown, revoked or expired.'),
          },
        },
      },
      failed(400, 'The document is not one of ours.', 'invalid_graphql', 'The GraphQL request is not valid.'),
      failed(500, 'A fault of ours.', 'internal_error', 'Something went wrong on our side.'),
      failed(503, 'Try again.', 'service_unavailable', 'The service cannot take this request now.'),
    ],
    errors: [noParameters, notJson, { code: 'invalid_graphql' }],
  },
];
