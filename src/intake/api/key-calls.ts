import type { TSchema } from 'typebox';
import { type Call, type Parameter, ref } from '../../openapi/index.js';
import { apiKeySchema, operatorKeySchema, rotationSchema } from '../operator/schema.js';
import { exampleKey } from './examples.js';
import { faultsOfSchema } from './field-faults.js';
import { answer, organisationName, pageOf } from './operator-calls.js';
import { JSON_TYPE, noParameters, notJson, pageErrors, pageParameters } from './shared.js';

interface Owner {
  readonly path: string;
  /** In names of calls. */
  readonly name: 'ApiKey' | 'OperatorKey';
  readonly whose: string;
  readonly parameters: readonly Parameter[];
  readonly schema: TSchema;
  readonly body: object;
  readonly key: object;
}

const keyId: Parameter = {
  name: 'id',
  in: 'path',
  description: 'Id of the key.',
  schema: { type: 'string', format: 'uuid' },
};

const secret = { api_key: 'hrk_4iZt0c0lXc0m0d2WqfVg1tL3mH9b7yK2sX5uA8eR' };

/** The operator's calls about API keys, of organisations and of operators. */
export const keyCalls: readonly Call[] = [
  ...callsOf({
    path: '/v1/operator/organisations/:organisation/api-keys/',
    name: 'ApiKey',
    whose: 'of an organisation',
    parameters: [organisationName],
    schema: apiKeySchema,
    body: { label: 'importer', scopes: ['import', 'query'] },
    key: exampleKey,
  }),
  ...callsOf({
    path: '/v1/operator/api-keys/',
    name: 'OperatorKey',
    whose: 'of operators',
    parameters: [],
    schema: operatorKeySchema,
    body: { label: 'operations' },
    key: { ...exampleKey, organisation: null, label: 'operations', scopes: ['operate'] },
  }),
];

function callsOf({ path, name, whose, parameters, schema, body, key }: Owner): readonly Call[] {
  const operator = { group: 'Operator', scope: 'operate' } as const;
  const replaces = { api_key_id: exampleKey.api_key_id, expires_at: '2026-02-01T09:15:00.000Z' };
  return [
    {
      ...operator,
      method: 'post',
      path,
      id: `create${name}`,
      summary: `Make an API key ${whose}`,
      parameters,
      body: { content: [{ mediaType: JSON_TYPE, schema: ref(`${name}Body`), examples: { key: body } }] },
      answers: [
        answer(201, 'Made; the key itself is shown this once.', ref('NewApiKey'), { ...key, ...secret }),
      ],
      errors: [noParameters, notJson, { code: 'failed_validation', fields: faultsOfSchema(schema) }],
    },
    {
      ...operator,
      method: 'get',
      path,
      id: `list${name}s`,
      summary: `List API keys ${whose}`,
      parameters: [...parameters, ...pageParameters],
      answers: [answer(200, 'A page.', pageOf('ApiKey'), { results: [key], next: null })],
      errors: [...pageErrors, { code: 'not_found' }],
    },
    {
      ...operator,
      method: 'post',
      path: `${path}:id/rotate/`,
      id: `rotate${name}`,
      summary: `Put a new API key ${whose} in the place of another`,
      description: 'The old one stays good for the overlap.',
      parameters: [...parameters, keyId],
      body: {
        required: false,
        content: [
          {
            mediaType: JSON_TYPE,
            schema: ref('RotationBody'),
            examples: { 'in an hour': { overlap_seconds: 3600 } },
          },
        ],
      },
      answers: [
        answer(201, 'Made; the key itself is shown this once.', ref('RotatedApiKey'), {
          ...key,
          replaces,
          ...secret,
        }),
      ],
      errors: [
        noParameters,
        notJson,
        { code: 'failed_validation', fields: faultsOfSchema(rotationSchema) },
        { code: 'api_key_ended' },
      ],
    },
    {
      ...operator,
      method: 'delete',
      path: `${path}:id/`,
      id: `revoke${name}`,
      summary: `Revoke an API key ${whose}`,
      description: 'Its tokens end with it.',
      parameters: [...parameters, keyId],
      answers: [{ status: 204, description: 'Revoked.' }],
      errors: [noParameters],
    },
  ];
}
