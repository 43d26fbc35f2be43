import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullAccount } from '../support/accounts.js';
import { withValue } from '../support/json-path.js';
import { rows } from './bad-payloads.js';
import { type House, openHouse } from './house.js';
import { ACCOUNTS, account, refusedEvents } from './processes.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('given a request that is refused', () => {
  test('when its supplier is known, then the log keeps codes and places and no values', async () => {
    const payload = withValue(account({ surprise: 'secret value' }), 'customers.0.landline', 'secret number');
    const identifier =
      'external_identifier' in Object(payload) ? Reflect.get(Object(payload), 'external_identifier') : '';
    const answer = await house.acme.post(ACCOUNTS, payload);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 'account_failed_validation',
      detail: 'The account failed validation.',
      errors: [
        { code: 'unknown_field', attr: 'surprise', detail: expect.any(String) },
        { code: 'invalid_phone_number', attr: 'customers.0.landline', detail: expect.any(String) },
      ],
    });
    const [event] = await refusedEvents(house, identifier);
    expect(event?.data).toMatchObject({
      organisation: 'acme',
      import_supplier: 'old-energy',
      resource_type: 'account',
      code: 'account_failed_validation',
      errors: [
        { code: 'unknown_field', attr: 'surprise' },
        { code: 'invalid_phone_number', attr: 'customers.0.landline' },
      ],
    });
    expect(event?.key).toBe(house.catalogue.keyOf('import.refused', 'v1', event?.data ?? {}, 'acme'));
    expect(event?.payload.toString('latin1')).not.toContain('secret');
  });

  test('when its identifier cannot be read, then the event goes under its supplier', async () => {
    const before = (await refusedEvents(house, null)).length;
    await house.acme.post(ACCOUNTS, account({ external_identifier: 'a\u0000b' }));
    const events = await refusedEvents(house, null);
    expect(events).toHaveLength(before + 1);
    const event = events.at(-1);
    expect(event?.key).toBe(house.catalogue.keyOf('import.refused', 'v1', event?.data ?? {}, 'acme'));
  });

  test('when its supplier is unknown, then that is a fault beside the others and nothing is logged', async () => {
    const payload = account({ import_supplier: 'nobody' });
    const alone = await house.acme.post(ACCOUNTS, payload);
    expect(alone.status).toBe(400);
    expect(alone.body.errors?.map(({ code, attr }) => [code, attr])).toEqual([
      ['unknown_import_supplier', 'import_supplier'],
    ]);
    const withOthers = await house.acme.post(ACCOUNTS, { ...payload, surprise: 1 });
    expect(withOthers.body.errors?.map(({ code }) => code)).toEqual([
      'unknown_import_supplier',
      'unknown_field',
    ]);
    expect(await refusedEvents(house, payload['external_identifier'])).toEqual([]);
  });

  test.each(rows)(
    'when it has $name, then it answers 400 with $code at "$attr"',
    async ({ change, code, attr }) => {
      const { status, body } = await house.acme.post(ACCOUNTS, JSON.stringify(change(fullAccount())));
      expect(status).toBe(400);
      expect(body['code']).toBe('account_failed_validation');
      expect(body.errors).toContainEqual({ code, attr, detail: expect.any(String) });
    },
  );

  test('when a good one shares its transaction, then the good one is accepted', async () => {
    const good = account();
    const [refused, accepted, unknown] = await Promise.all([
      house.acme.post(ACCOUNTS, account({ surprise: 1 })),
      house.acme.post(ACCOUNTS, good),
      house.acme.post(ACCOUNTS, account({ import_supplier: 'nobody' })),
    ]);
    expect([refused.status, accepted.status, unknown.status]).toEqual([400, 202, 400]);
  });
});

describe('given query parameters', () => {
  test.each([
    ['dry_run=true&dry_run=true', [['repeated_parameter', 'dry_run']]],
    ['dryrun=true', [['unknown_parameter', 'dryrun']]],
    [
      'a=1&b=2&a=3',
      [
        ['unknown_parameter', 'a'],
        ['unknown_parameter', 'b'],
      ],
    ],
    ['__proto__=1', [['unknown_parameter', '__proto__']]],
  ])('when they are ?%s, then they are refused and nothing is stored', async (query, faults) => {
    const payload = account();
    const answer = await house.acme.post(`${ACCOUNTS}?${query}`, payload);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('unknown_parameter');
    expect(answer.body.errors?.map(({ code, attr }) => [code, attr])).toEqual(faults);
    expect((await house.acme.get(`${ACCOUNTS}${payload['external_identifier']}/`)).status).toBe(404);
  });

  test.each(['maybe', 'TRUE', '1', ''])(
    'when dry_run is "%s", then that is neither true nor false',
    async (value) => {
      const answer = await house.acme.post(`${ACCOUNTS}?dry_run=${value}`, account());
      expect([answer.status, answer.body['code']]).toEqual([400, 'failed_validation']);
      expect(answer.body.errors).toMatchObject([{ code: 'invalid_parameter', attr: 'dry_run' }]);
    },
  );

  test('when dry_run is false, then the account is imported', async () => {
    expect((await house.acme.post(`${ACCOUNTS}?dry_run=false`, account())).status).toBe(202);
  });

  test('when a status is asked for with one, then it is refused too', async () => {
    expect((await house.acme.get(`${ACCOUNTS}x/?verbose=1`)).body['code']).toBe('unknown_parameter');
  });
});

describe('given a body that is no account', () => {
  test.each([
    ['nothing', '', 'malformed_json'],
    ['text', 'account', 'malformed_json'],
    ['a key twice', '{"external_identifier":"a","external_identifier":"b"}', 'malformed_json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'malformed_json'],
    ['17 levels', `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`, 'malformed_json'],
    ['a list', '[]', 'account_failed_validation'],
    ['null', 'null', 'account_failed_validation'],
  ])('when it is %s, then it answers 400 %s', async (_name, body, code) => {
    const answer = await house.acme.post(ACCOUNTS, body);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe(code);
  });

  test('when it is larger than 256 KiB, then it answers 413', async () => {
    const answer = await house.acme.post(ACCOUNTS, account({ notes: ['x'.repeat(256 * 1024)] }));
    expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
  });
});

describe('given who is asking', () => {
  test('when there is no token, then it answers 401 and says how to send one', async () => {
    const answer = await house.anonymous.post(ACCOUNTS, account());
    expect([answer.status, answer.body['code']]).toEqual([401, 'not_authenticated']);
    expect(answer.headers['www-authenticate']).toMatch(/^Token /);
  });

  test('when the operator posts an account, then it answers 403', async () => {
    const answer = await house.operator.post(ACCOUNTS, account());
    expect([answer.status, answer.body['code']]).toEqual([403, 'permission_denied']);
  });
});
