import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withValue } from '../support/json-path.js';
import { fullJoinOrder, fullLeaveOrder } from '../support/orders.js';
import { joinOrders, leaveOrders } from './bad-payloads/orders.js';
import { eventsOf, type House, openHouse } from './house.js';
import { finish, ORDERS, order, setStatus } from './processes.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const about = async (type: string, identifier: unknown) =>
  (await eventsOf(house, type)).filter(
    ({ data }) => data['external_identifier'] === identifier && data['resource_type'] === 'order',
  );

describe('given a valid order', () => {
  test('when it is posted, then it waits under its own name, the log knows and the answer says where', async () => {
    const payload = order({ external_order_id: 'order/7 ä' });
    const answer = await house.acme.post(ORDERS, payload);
    const location = '/v1/data-import/orders/order%2F7%20%C3%A4/';
    expect(answer.status).toBe(202);
    expect(answer.headers['location']).toBe(location);
    expect(answer.body).toEqual({
      external_order_id: 'order/7 ä',
      resource_type: 'order',
      state: 'waiting',
      attempt: 1,
      import_supplier: 'old-energy',
      location,
    });
    const [event, ...others] = await about('import.accepted', 'order/7 ä');
    expect(others).toEqual([]);
    expect(event?.key).toBe('acme/order/order%2F7%20%C3%A4');
    expect(event?.subject).toBe('order-process/order/7 ä');
    expect(event?.data['account_number']).toBeNull();
    expect((await house.acme.get(location)).body).toMatchObject({
      external_order_id: 'order/7 ä',
      state: 'waiting',
      process_number: null,
      outcome: null,
    });
    expect((await house.stranger.get(location)).status).toBe(404);
  });

  test('when an account has the same identifier, then they are two processes', async () => {
    const payload = order();
    await house.acme.post(ORDERS, payload);
    const other = await house.acme.get(`/v1/data-import/accounts/${payload['external_order_id']}/`);
    expect(other.status).toBe(404);
  });

  test('when it is posted again, then it is answered as before; another under its name conflicts', async () => {
    const payload = order();
    const first = await house.acme.post(ORDERS, payload);
    expect((await house.acme.post(ORDERS, payload)).body).toEqual(first.body);
    const other = withValue(payload, 'subtype', 'HOUSE_MOVE');
    const conflict = await house.acme.post(ORDERS, other);
    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({
      code: 'external_identifier_conflict',
      errors: [{ code: 'external_identifier_conflict', attr: 'external_order_id' }],
    });
    const [refused] = await about('import.refused', payload['external_order_id']);
    expect(refused?.data['errors']).toEqual([
      { code: 'external_identifier_conflict', attr: 'external_order_id' },
    ]);
    await finish(house, payload['external_order_id'], 'error');
    expect((await house.acme.post(ORDERS, other)).body['attempt']).toBe(2);
    expect(await about('import.accepted', payload['external_order_id'])).toHaveLength(2);
  });

  test('when its supplier is paused, then it is refused and nothing is stored', async () => {
    const payload = order();
    await setStatus(house, 'paused');
    try {
      const answer = await house.acme.post(ORDERS, payload);
      expect([answer.status, answer.body['code']]).toEqual([409, 'import_supplier_not_ongoing']);
    } finally {
      await setStatus(house, 'ongoing');
    }
    expect((await house.acme.get(`${ORDERS}${payload['external_order_id']}/`)).status).toBe(404);
  });

  test('when its supplier is unknown, then that is the fault', async () => {
    const answer = await house.acme.post(ORDERS, order({ import_supplier: 'nobody' }));
    expect([answer.status, answer.body['code']]).toEqual([400, 'order_failed_validation']);
    expect(answer.body.errors).toMatchObject([{ code: 'unknown_import_supplier', attr: 'import_supplier' }]);
  });
});

describe('given a bad order', () => {
  const rows = [
    ...joinOrders.map((row) => ({ ...row, good: fullJoinOrder })),
    ...leaveOrders.map((row) => ({ ...row, good: fullLeaveOrder })),
  ];

  test.each(rows)(
    'when it has $name, then it answers 400 with $code at "$attr"',
    async ({ change, code, attr, good }) => {
      const { status, body } = await house.acme.post(ORDERS, JSON.stringify(change(good())));
      expect(status).toBe(400);
      expect(body['code']).toBe('order_failed_validation');
      expect(body.errors).toContainEqual({ code, attr, detail: expect.any(String) });
    },
  );

  test('when its supplier is known, then the log keeps codes and places', async () => {
    const payload = order({ surprise: 'secret' });
    await house.acme.post(ORDERS, payload);
    const [refused] = await about('import.refused', payload['external_order_id']);
    expect(refused?.data).toMatchObject({
      code: 'order_failed_validation',
      errors: [{ code: 'unknown_field', attr: 'surprise' }],
    });
    expect(refused?.payload.toString('latin1')).not.toContain('secret');
  });

  test('when it comes with a query parameter, then it is refused: orders have no dry run', async () => {
    const answer = await house.acme.post(`${ORDERS}?dry_run=true`, order());
    expect([answer.status, answer.body['code']]).toEqual([400, 'unknown_parameter']);
  });
});
