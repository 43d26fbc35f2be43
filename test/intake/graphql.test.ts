import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../src/intake/secrets.js';
import { holdDocumented } from '../support/documented.js';
import { type House, obtainToken, openHouse } from './house.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const ask = async (payload: object) => {
  const response = await house.server.inject({ method: 'POST', url: '/v1/graphql/', payload });
  await holdDocumented('POST', '/v1/graphql/', response);
  return response;
};

describe('given the mutation obtainToken', () => {
  test('when the key is good, then there is a token that ends within the hour and is not kept by caches', async () => {
    const made = await house.operator.post('/v1/operator/organisations/acme/api-keys/', {
      label: 'x',
      scopes: ['import'],
    });
    const answer = await obtainToken(house.server, String(made.body['api_key']));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token, expiresAt } = answer.json().data.obtainToken;
    expect(token).toMatch(/^hrt_[0-9A-Za-z]{36}$/);
    const lifetimeMs = Date.parse(expiresAt) - Date.now();
    expect(lifetimeMs).toBeGreaterThan(55 * 60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(60 * 60_000 + 5_000);
  });

  test.each([
    ['unknown', newSecret('hrk')],
    ['mistyped', 'hrk_x'],
    ['empty', ''],
    ['a token', newSecret('hrt')],
  ])('when the key is %s, then it is a GraphQL error with a code', async (_name, apiKey) => {
    const answer = await obtainToken(house.server, apiKey);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      data: null,
      errors: [{ message: expect.any(String), extensions: { code: 'invalid_api_key' } }],
    });
  });
});

const aliases = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: service`).join(' ');

describe('given a document that is not for us', () => {
  test.each([
    ['not GraphQL', { query: 'obtain a token' }],
    ['empty', { query: '' }],
    ['missing', {}],
    ['a list', []],
    ['an unknown field', { query: '{ secrets }' }],
    ['five aliases', { query: `{ ${aliases(5)} }` }],
    ['ten thousand aliases', { query: `{ ${aliases(400)} }` }],
    ['eleven fields', { query: `{ ${'service '.repeat(11)} }` }],
    ['a hundred and one tokens', { query: `{ service ${'@skip(if: false) '.repeat(20)} }` }],
    ['introspection', { query: '{ __schema { types { name } } }' }],
    ['a syntax tree as JSON', { query: JSON.stringify({ kind: 'Document', definitions: [] }) }],
    [
      'a variable missing',
      { query: 'mutation ($k: String!) { obtainToken(input: { apiKey: $k }) { token } }' },
    ],
  ])('when it is %s, then it is refused with a code', async (_name, body) => {
    const answer = await ask(body);
    expect(answer.statusCode).toBe(400);
    const codes = answer
      .json()
      .errors?.map((error: { extensions?: { code?: string } }) => error.extensions?.code);
    expect(new Set(codes?.length ? codes : [answer.json().code])).toEqual(new Set(['invalid_graphql']));
  });

  test('when it is larger than 8 KiB, then it answers 413', async () => {
    expect((await ask({ query: `{ service } #${'x'.repeat(9_000)}` })).statusCode).toBe(413);
  });
});

test('given introspection is on, when the schema is asked for, then it is told', async () => {
  const open = await openHouse({ introspection: true });
  const answer = await open.server.inject({
    method: 'POST',
    url: '/v1/graphql/',
    payload: { query: '{ __schema { mutationType { fields { name } } } }' },
  });
  await open.close();
  expect(answer.json()).toEqual({
    data: { __schema: { mutationType: { fields: [{ name: 'obtainToken' }, { name: 'rotateApiKey' }] } } },
  });
});
