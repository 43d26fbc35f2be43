import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '../../src/intake/index.js';
import { callerOf, type House, obtainToken, openHouse, tokenOf } from './house.js';

const KEYS = '/v1/operator/organisations/acme/api-keys/';
const NOTHING = '/v1/data-import/accounts/none/';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

async function newKey(body: object = {}) {
  const made = await house.operator.post(KEYS, { label: 'night run', scopes: ['import'], ...body });
  return { id: String(made.body['api_key_id']), secret: String(made.body['api_key']) };
}

const isGood = async (secret: string) =>
  typeof (await obtainToken(house.server, secret)).json().data?.obtainToken?.token === 'string';

async function rotateOwn(input: object) {
  const response = await house.server.inject({
    method: 'POST',
    url: '/v1/graphql/',
    payload: {
      query:
        'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { apiKey apiKeyId expiresAt replacedExpiresAt } }',
      variables: { input },
    },
  });
  return { status: response.statusCode, body: response.json() };
}

describe('given an API key, when an operator rotates it', () => {
  test('then the new one works at once, may do the same, and the old one goes on until the overlap ends', async () => {
    const old = await newKey({ expires_at: '2100-01-01T00:00:00Z' });
    const rotated = await house.operator.post(`${KEYS}${old.id}/rotate/`, { overlap_seconds: 3600 });
    expect(rotated.status).toBe(201);
    expect(rotated.headers['cache-control']).toBe('no-store');
    expect(rotated.body).toMatchObject({
      organisation: 'acme',
      label: 'night run',
      scopes: ['import'],
      rotated_to: null,
      replaces: { api_key_id: old.id },
    });
    const replaced = rotated.body['replaces'];
    const end =
      typeof replaced === 'object' && replaced !== null && 'expires_at' in replaced
        ? replaced.expires_at
        : '';
    expect(Math.abs(Date.parse(String(end)) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    // It is made to live as long as the old one was.
    expect(String(rotated.body['expires_at'])).toMatch(/^(2099-12|2100-01)/);
    expect(await isGood(String(rotated.body['api_key']))).toBe(true);
    expect(await isGood(old.secret)).toBe(true);
    const { rows } = await house.pool.query('SELECT rotated_to FROM intake.api_keys WHERE api_key_id = $1', [
      old.id,
    ]);
    expect(rows).toEqual([{ rotated_to: rotated.body['api_key_id'] }]);
  });

  test('without overlap, then the old one and its tokens end at once', async () => {
    const old = await newKey();
    const client = callerOf(house.server, await tokenOf(house.server, old.secret));
    expect((await client.get(NOTHING)).status).toBe(404);
    const rotated = await house.operator.post(`${KEYS}${old.id}/rotate/`, { overlap_seconds: 0 });
    expect((await client.get(NOTHING)).body['code']).toBe('invalid_token');
    expect(await isGood(old.secret)).toBe(false);
    const renewed = callerOf(house.server, await tokenOf(house.server, String(rotated.body['api_key'])));
    expect((await renewed.get(NOTHING)).status).toBe(404);
  });

  test('then it never makes it live longer than it was to', async () => {
    const soon = new Date(Date.now() + 60_000).toISOString().replace(/\.\d+/, '');
    const old = await newKey({ expires_at: soon });
    const rotated = await house.operator.post(`${KEYS}${old.id}/rotate/`, undefined);
    expect(rotated.body).toMatchObject({ replaces: { expires_at: soon.replace('Z', '.000Z') } });
  });

  test('that is over, or another organisation’s, or none, then that is said', async () => {
    const old = await newKey();
    await house.operator.remove(`${KEYS}${old.id}/`);
    const ended = await house.operator.post(`${KEYS}${old.id}/rotate/`, {});
    expect([ended.status, ended.body['code']]).toEqual([409, 'api_key_ended']);
    const others = KEYS.replace('acme', 'stranger');
    expect((await house.operator.post(`${others}${old.id}/rotate/`, {})).status).toBe(404);
    expect((await house.operator.post(`${KEYS}none/rotate/`, {})).status).toBe(404);
    expect((await house.acme.post(`${KEYS}${old.id}/rotate/`, {})).status).toBe(403);
  });

  test.each([-1, 2_592_001, 1.5, '60'])(
    'with an overlap of %j, then it is refused',
    async (overlap_seconds) => {
      const old = await newKey();
      const answer = await house.operator.post(`${KEYS}${old.id}/rotate/`, { overlap_seconds });
      expect([answer.status, answer.body.errors?.[0]?.['attr']]).toEqual([400, 'overlap_seconds']);
      expect(await isGood(old.secret)).toBe(true);
    },
  );
});

describe('given an API key, when its holder rotates it', () => {
  test('then the new one works, and the old one for a while', async () => {
    const old = await newKey();
    const { body } = await rotateOwn({ apiKey: old.secret });
    const { apiKey, expiresAt, replacedExpiresAt } = body.data.rotateApiKey;
    expect(expiresAt).toBeNull();
    expect(Math.abs(Date.parse(replacedExpiresAt) - Date.now() - 86_400_000)).toBeLessThan(60_000);
    expect([await isGood(apiKey), await isGood(old.secret)]).toEqual([true, true]);
  });

  test('that is no good, then there is no other', async () => {
    const old = await newKey();
    await house.operator.remove(`${KEYS}${old.id}/`);
    for (const apiKey of [old.secret, 'hrk_x']) {
      const { body } = await rotateOwn({ apiKey });
      expect(body.errors[0].extensions.code).toBe('invalid_api_key');
    }
  });

  test.each([-1, 2_592_001])('with an overlap of %j, then it is refused', async (overlapSeconds) => {
    const { status, body } = await rotateOwn({ apiKey: (await newKey()).secret, overlapSeconds });
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'invalid_graphql']);
  });
});

describe('given two instances on one database, and nothing else they share', () => {
  test('when a key is revoked by one, then the other refuses its tokens within 30 seconds', async () => {
    const { id, secret } = await newKey();
    const authorization = `Token ${await tokenOf(house.server, secret)}`;
    const clock = { ms: Date.now() };
    const other = createAuthenticator(house.store, { now: () => clock.ms });
    expect(await other.authenticate(authorization, 'import')).toMatchObject({ organisation: 'acme' });
    await house.operator.remove(`${KEYS}${id}/`);
    const here = await house.server.inject({ url: NOTHING, headers: { authorization } });
    expect(here.json().code).toBe('invalid_token');
    clock.ms += 29_999;
    await other.authenticate(authorization, 'import');
    clock.ms += 1;
    await expect(other.authenticate(authorization, 'import')).rejects.toMatchObject({
      code: 'invalid_token',
    });
    const { rows } = await house.pool.query('SELECT FROM intake.access_tokens WHERE api_key_id = $1', [id]);
    expect(rows).toHaveLength(0);
  });
});

describe('given keys of operators', () => {
  const OPERATORS = '/v1/operator/api-keys/';

  test('when one is made, then it operates; rotated or revoked, then it does no more', async () => {
    const made = await house.operator.post(OPERATORS, { label: 'second' });
    expect(made.body).toMatchObject({ organisation: null, scopes: ['operate'] });
    const second = callerOf(house.server, await tokenOf(house.server, String(made.body['api_key'])));
    const listed = await second.get(OPERATORS);
    expect(listed.body['results']).toMatchObject([{ organisation: null }, { organisation: null }]);
    const rotated = await second.post(`${OPERATORS}${made.body['api_key_id']}/rotate/`, {
      overlap_seconds: 0,
    });
    expect(rotated.status).toBe(201);
    expect((await second.get(OPERATORS)).body['code']).toBe('invalid_token');
    expect((await house.operator.remove(`${OPERATORS}${rotated.body['api_key_id']}/`)).status).toBe(204);
    expect(await isGood(String(rotated.body['api_key']))).toBe(false);
  });

  test('when a client tries, then it is denied; and scopes are not for choosing', async () => {
    expect((await house.acme.get(OPERATORS)).status).toBe(403);
    expect((await house.acme.post(OPERATORS, { label: 'x' })).status).toBe(403);
    const answer = await house.operator.post(OPERATORS, { label: 'x', scopes: ['import'] });
    expect(answer.body.errors).toMatchObject([{ code: 'unknown_field', attr: 'scopes' }]);
  });

  test('when a key of an organisation is named as an operator’s, then there is nothing', async () => {
    const { id } = await newKey();
    expect((await house.operator.remove(`${OPERATORS}${id}/`)).status).toBe(404);
    expect((await house.operator.post(`${OPERATORS}${id}/rotate/`, {})).status).toBe(404);
  });
});
