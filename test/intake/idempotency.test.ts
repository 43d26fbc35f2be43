import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodAccounts, type JsonObject } from '../support/accounts.js';
import { holdDocumented } from '../support/documented.js';
import { type House, openHouse } from './house.js';
import { ORDERS, order } from './processes.js';

const PATH = '/v1/data-import/accounts/';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

let next = 0;
function account(): JsonObject {
  const [good = {}] = goodAccounts(1, { seed: ++next, prefix: `keyed-${next}-` });
  return good;
}

async function post(payload: JsonObject, key: string, caller = house.acme, path = PATH) {
  const response = await house.server.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Token ${caller.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    payload: JSON.stringify(payload),
  });
  await holdDocumented('POST', path, response);
  return {
    status: response.statusCode,
    location: response.headers['location'],
    position: response.headers['headrace-position'],
    body: response.json<Record<string, unknown>>(),
  };
}

const end = (payload: JsonObject, state: 'error' | 'cancelled') =>
  house.pool.query(
    `UPDATE intake.import_processes SET state = $2, finished_at = now(), error_code = $3
     WHERE external_identifier = $1`,
    [payload['external_identifier'], state, state === 'error' ? 'internal_error' : null],
  );
const keys = async () =>
  (await house.pool.query('SELECT idempotency_key AS key FROM intake.idempotency_keys')).rows.map(
    ({ key }) => key,
  );

describe('given a request with an Idempotency-Key', () => {
  test.each(['error', 'cancelled'] as const)(
    'when it is sent again after its import ended by %s, then it is answered as before and nothing is tried anew',
    async (state) => {
      const payload = account();
      const first = await post(payload, `again-${state}`);
      expect(first).toMatchObject({ status: 202, body: { attempt: 1, state: 'waiting' } });
      await end(payload, state);
      const again = await post(payload, `again-${state}`);
      expect({ ...again, position: undefined }).toEqual({ ...first, position: undefined });
      expect(again.position).toMatch(/^\d+:\d+$/);
      expect((await house.acme.get(String(first.location))).body).toMatchObject({ state, attempt: 1 });
      // Without the key, it is the next attempt.
      expect((await house.acme.post(PATH, payload)).body['attempt']).toBe(2);
    },
  );

  test('when the supplier is paused since, then it is still answered as before', async () => {
    const supplier = '/v1/operator/organisations/acme/import-suppliers/old-energy/';
    const payload = account();
    const first = await post(payload, 'paused');
    await end(payload, 'error');
    await house.operator.patch(supplier, { status: 'paused' });
    try {
      expect((await post(payload, 'paused')).body).toEqual(first.body);
      expect((await house.acme.post(PATH, payload)).status).toBe(409);
    } finally {
      await house.operator.patch(supplier, { status: 'ongoing' });
    }
  });

  test('when another body comes under the key, then it is refused and not stored', async () => {
    expect((await post(account(), 'taken')).status).toBe(202);
    const other = account();
    expect(await post(other, 'taken')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused', errors: [] },
    });
    expect((await house.acme.get(`${PATH}${other['external_identifier']}/`)).status).toBe(404);
  });

  test('when members of the body stand in another order, then it is the same request', async () => {
    const payload = account();
    const first = await post(payload, 'order');
    const turned = Object.fromEntries(Object.entries(payload).reverse());
    expect(await post(turned, 'order')).toMatchObject({ status: 202, body: first.body });
  });

  test('when another organisation has the same key, then it is another key', async () => {
    const [mine, theirs] = [account(), account()];
    expect((await post(mine, 'shared')).status).toBe(202);
    expect((await post(theirs, 'shared', house.stranger)).status).toBe(202);
  });

  test('when it was refused, then its key is free for the corrected request', async () => {
    const payload = account();
    expect((await post({ ...payload, customers: [] }, 'corrected')).status).toBe(400);
    expect((await post({ ...payload, import_supplier: 'nobody' }, 'corrected')).status).toBe(400);
    expect((await post(payload, 'corrected')).status).toBe(202);
  });

  test('when it is sent many times at once, then one is taken and all are answered alike', async () => {
    const payload = account();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(payload, 'at-once')));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 202, body: { attempt: 1 } });
  });

  test('when different requests come under it at once, then exactly one works', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(account(), 'contended')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409 || status === 422)).toHaveLength(11);
  });

  test.each([
    ['a UUID', '8e03978e-40d5-43e8-bc93-6894a57f9324', 202],
    ['a quoted UUID', '"9e03978e-40d5-43e8-bc93-6894a57f9324"', 202],
    ['a quoted text', '"night run, part 2"', 202],
    ['255 characters', 'k'.repeat(255), 202],
    ['256 characters', 'k'.repeat(256), 400],
    ['nothing', '', 400],
    ['empty quotes', '""', 400],
    ['two keys', 'a, b', 400],
    ['an open quote', '"a', 400],
    ['no ASCII', 'ké', 400],
  ])('when the key is %s, then %s is answered %i', async (_what, key, status) => {
    const answer = await post(account(), key);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ code: 'invalid_idempotency_key' });
  });

  test('when a key is quoted and bare, then it is the same key', async () => {
    expect((await post(account(), 'quoted')).status).toBe(202);
    expect((await post(account(), '"quoted"')).status).toBe(422);
  });

  test('when keys are 90 days old, then they are swept, but for those of imports that still wait', async () => {
    const [done, waiting] = [account(), account()];
    await post(done, 'old-done');
    await post(waiting, 'old-waiting');
    await end(done, 'error');
    await house.pool.query(
      "UPDATE intake.idempotency_keys SET stored_at = now() - interval '91 days' WHERE idempotency_key LIKE 'old-%'",
    );
    await post(account(), 'sweeper');
    expect(await keys()).toEqual(expect.arrayContaining(['old-waiting', 'sweeper']));
    expect(await keys()).not.toContain('old-done');
  });

  test('when it is an order, then it is answered as before, and another request under its key is refused', async () => {
    const payload = order();
    const first = await post(payload, 'order-1', house.acme, ORDERS);
    expect(first.status).toBe(202);
    await house.pool.query(
      "UPDATE intake.import_processes SET state = 'cancelled', finished_at = now() WHERE external_identifier = $1",
      [payload['external_order_id']],
    );
    const again = await post(payload, 'order-1', house.acme, ORDERS);
    expect({ ...again, position: undefined }).toEqual({ ...first, position: undefined });
    expect((await post(order(), 'order-1', house.acme, ORDERS)).status).toBe(422);
    expect((await post(account(), 'order-1')).status).toBe(422);
  });
});
