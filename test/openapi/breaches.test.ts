import { describe, expect, test } from 'vitest';
import { breaches, type JsonSchema } from '../../src/openapi/index.js';

interface Changes {
  readonly body?: JsonSchema;
  readonly answer?: JsonSchema;
  readonly parameters?: readonly JsonSchema[];
  readonly paths?: JsonSchema;
  readonly operation?: JsonSchema;
  readonly status?: string;
  readonly headers?: JsonSchema;
}

const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } };
const thing = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 10 },
    kind: { type: 'string', enum: ['a', 'b'] },
    size: { type: ['integer', 'null'], minimum: 0 },
  },
};

/** A document with one call. */
function api(changes: Changes = {}) {
  const {
    body = thing,
    answer = thing,
    parameters = [limit],
    status = '200',
    headers = { Location: {} },
  } = changes;
  const call = {
    security: [{ token: ['import'] }],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } },
    },
    responses: {
      [status]: {
        headers,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
      },
      400: { content: { 'application/json': { schema: { type: 'object' } } } },
    },
    ...changes.operation,
  };
  return {
    paths: { '/things': { post: call }, ...changes.paths },
    components: { schemas: { Body: body, Answer: answer } },
  };
}

const changed = (properties: object, more: object = {}): JsonSchema => ({
  ...thing,
  ...more,
  properties: { ...thing.properties, ...properties },
});
const { name, kind, size } = thing.properties;
const other = { name: 'other', in: 'query', schema: { type: 'string' } };

describe('given a change that breaks clients, then it is told', () => {
  test.each<[string, Changes, string]>([
    ['a call is gone', { paths: { '/things': {} } }, 'the call is gone'],
    ['a parameter is gone', { parameters: [] }, 'the parameter limit (query) is gone'],
    [
      'a parameter takes less',
      { parameters: [{ ...limit, schema: { type: 'integer', maximum: 9 } }] },
      'lower maximum',
    ],
    ['a parameter becomes required', { parameters: [{ ...limit, required: true }] }, 'is required now'],
    [
      'a new parameter is required',
      { parameters: [limit, { ...other, required: true }] },
      'other (query) is required',
    ],
    ['a call gets another name', { operation: { operationId: 'doThing' } }, 'has another name'],
    ['another token is asked for', { operation: { security: [{ token: ['operate'] }] } }, 'another token'],
    [
      'a form of the body is gone',
      { operation: { requestBody: { content: { 'text/csv': {} } } } },
      'not application/json',
    ],
    [
      'a field of the body becomes required',
      { body: { ...thing, required: ['name', 'kind'] } },
      'kind is required now',
    ],
    ['a field of the body is gone', { body: { ...thing, properties: { name, kind } } }, 'size is gone'],
    [
      'a field of the body loses a type',
      { body: changed({ size: { type: 'integer' } }) },
      'not taken as null',
    ],
    [
      'a field of the body loses a value',
      { body: changed({ kind: { ...kind, enum: ['a'] } }) },
      'does not take b',
    ],
    ['a text gets shorter', { body: changed({ name: { ...name, maxLength: 9 } }) }, 'lower maxLength'],
    [
      'a text may not be empty any more',
      { body: changed({ name: { ...name, minLength: 1 } }) },
      'higher minLength',
    ],
    ['a number gets a bound', { body: changed({ size: { ...size, minimum: 1 } }) }, 'higher minimum'],
    ['a text gets a format', { body: changed({ name: { ...name, format: 'date' } }) }, 'another format'],
    [
      'the body takes no other fields',
      { body: { ...thing, additionalProperties: false } },
      'no other fields',
    ],
    ['an answer is gone', { status: '201' }, '200 is not answered any more'],
    ['an answer loses a header', { headers: {} }, 'lost the header Location'],
    ['an answer loses a field', { answer: { ...thing, properties: { name, size } } }, 'kind is gone'],
    ['a field of an answer may be left out', { answer: { ...thing, required: [] } }, 'name may be left out'],
    [
      'a field of an answer gets a type',
      { answer: changed({ name: { type: ['string', 'null'] } }) },
      'may be null now',
    ],
    ['a form of an answer is new', { answer: { anyOf: [thing, { type: 'string' }] } }, 'anyOf came or went'],
  ])('%s', (_what, changes, expected) => {
    const found = breaches(api(), api(changes)).map(({ where, what }) => `${where}: ${what}`);
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining(expected)]));
    expect(found.every((one) => one.startsWith('POST /things'))).toBe(true);
  });

  test('a named schema is gone', () => {
    const after = { ...api(), components: { schemas: { ...api().components.schemas, Old: {} } } };
    expect(breaches(after, api())).toEqual([{ where: 'schema Old', what: 'is gone' }]);
  });

  test('one of many forms takes less, or is gone', () => {
    const forms = ['a', 'b'].map((value) => ({ properties: { kind: { const: value } }, required: ['kind'] }));
    const before = api({ body: { oneOf: forms } });
    expect(breaches(before, api({ body: { oneOf: forms.toReversed() } }))).toEqual([]);
    expect(breaches(before, api({ body: { oneOf: forms.slice(1) } }))).toHaveLength(1);
  });
});

describe('given an addition, then nothing is told', () => {
  test.each<[string, Changes]>([
    ['nothing', {}],
    ['a call', { paths: { '/more': { get: {} } } }],
    ['a parameter', { parameters: [limit, other] }],
    ['a parameter takes more', { parameters: [{ ...limit, schema: { type: 'integer', maximum: 11 } }] }],
    ['a field of the body', { body: changed({ more: { type: 'string' } }) }],
    ['a field of the body takes more', { body: changed({ kind: { ...kind, enum: ['a', 'b', 'c'] } }) }],
    ['no field of the body is required', { body: { ...thing, required: [] } }],
    [
      'a field of an answer',
      { answer: changed({ more: { type: 'string' } }, { required: ['name', 'more'] }) },
    ],
    ['a value of an answer', { answer: changed({ kind: { ...kind, enum: ['a', 'b', 'c'] } }) }],
    ['a header', { headers: { Location: {}, Link: {} } }],
    ['a call without token', { operation: { security: [] } }],
  ])('%s', (_what, changes) => {
    expect(breaches(api(), api(changes))).toEqual([]);
  });
});
