import { type ApiPart, type Call, object, oneOf, ref } from '../../openapi/index.js';

const JSON_TYPE = 'application/json';
const ready = { status: 'ready', checks: { database: 'ok' } };

const calls: readonly Call[] = [
  {
    method: 'get',
    path: '/health/live',
    id: 'isLive',
    group: 'Health',
    summary: 'Whether the process runs',
    scope: null,
    answers: [
      {
        status: 200,
        description: 'It runs.',
        content: {
          mediaType: JSON_TYPE,
          schema: object({ status: oneOf(['live'], 'It runs.') }),
          examples: { live: { status: 'live' } },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/health/ready',
    id: 'isReady',
    group: 'Health',
    summary: 'Whether what requests need works',
    scope: null,
    answers: [
      {
        status: 200,
        description: 'It does.',
        content: { mediaType: JSON_TYPE, schema: ref('Readiness'), examples: { ready } },
      },
      {
        status: 503,
        description: 'Something does not: send no requests.',
        content: {
          mediaType: JSON_TYPE,
          schema: ref('Readiness'),
          examples: { notReady: { status: 'not_ready', checks: { database: 'failed' } } },
        },
      },
    ],
  },
  {
    method: 'get',
    path: '/v1/openapi.json',
    id: 'getOpenApi',
    group: 'Documentation',
    summary: 'This document',
    scope: null,
    answers: [
      {
        status: 200,
        description: 'OpenAPI 3.1.',
        headers: { ETag: 'Names this version of it.' },
        content: {
          mediaType: JSON_TYPE,
          schema: { type: 'object', required: ['openapi', 'info', 'paths'], additionalProperties: true },
          examples: {
            document: { openapi: '3.1.1', info: { title: 'Headrace', version: '0.1.0' }, paths: {} },
          },
        },
      },
      { status: 304, description: 'It is still the one that `If-None-Match` names.' },
    ],
  },
];

/** What the server itself answers. */
export const serverApi: ApiPart = {
  schemas: {
    Readiness: object({
      status: oneOf(['ready', 'not_ready'], 'Whether all of them work.'),
      checks: {
        type: 'object',
        description: 'By name.',
        additionalProperties: { type: 'string', enum: ['ok', 'failed'] },
      },
    }),
  },
  calls,
};
