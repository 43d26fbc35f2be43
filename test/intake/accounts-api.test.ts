import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullAccount, goodAccounts, type Json, type JsonObject } from '../support/accounts.js';
import { withValue } from '../support/json-path.js';
import { rows } from './bad-payloads.js';
import { eventsOf, type House, openHouse } from './house.js';

const PATH = '/v1/data-import/accounts/';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

let next = 0;
/** A valid account under an identifier not used before. */
function account(changes: JsonObject = {}): JsonObject {
  const [good = {}] = goodAccounts(1, { seed: ++next, prefix: `test-${next}-` });
  return { ...good, ...changes };
}

async function acceptedEvents(identifier: Json | undefined) {
  const events = await eventsOf(house, 'import.accepted');
  return events.filter(({ data }) => data['external_identifier'] === identifier);
}

async function refusedEvents(identifier: Json | undefined) {
  const events = await eventsOf(house, 'import.refused');
  return events.filter(({ data }) => data['external_identifier'] === identifier);
}

/** What the importer does to a process, in short. */
async function finish(identifier: Json | undefined, state: 'complete' | 'error' | 'cancelled') {
  const { rowCount } = await house.pool.query(
    `UPDATE intake.import_processes SET state = $2, finished_at = now(),
       account_number = CASE WHEN $2 = 'complete' THEN 'A-1' END,
       error_code = CASE WHEN $2 = 'error' THEN 'account_number_unavailable' END,
       error_detail = CASE WHEN $2 = 'error' THEN 'Taken.' END,
       errors = CASE WHEN $2 = 'error' THEN '[{"detail":"Taken.","code":"account_number_unavailable","attr":"account.number"}]'::jsonb END
     WHERE organisation = 'acme' AND external_identifier = $1 AND state = 'waiting'`,
    [identifier, state],
  );
  expect(rowCount).toBe(1);
}

async function setStatus(status: string) {
  const path = '/v1/operator/organisations/acme/import-suppliers/old-energy/';
  expect((await house.operator.patch(path, { status })).status).toBe(200);
}

describe('given a valid account', () => {
  test('when it is posted, then it waits, the log knows and the answer says where', async () => {
    const payload = account({ external_identifier: 'crm/0 ä?#%' });
    const answer = await house.acme.post(PATH, payload);
    const location = '/v1/data-import/accounts/crm%2F0%20%C3%A4%3F%23%25/';
    expect(answer.status).toBe(202);
    expect(answer.headers['location']).toBe(location);
    expect(answer.body).toEqual({
      external_identifier: 'crm/0 ä?#%',
      resource_type: 'account',
      state: 'waiting',
      attempt: 1,
      import_supplier: 'old-energy',
      location,
    });
    const [event, ...others] = await acceptedEvents('crm/0 ä?#%');
    expect(others).toEqual([]);
    expect(event?.data).toMatchObject({ organisation: 'acme', resource_type: 'account', attempt: 1 });
    expect(event?.key).toBe(house.catalogue.keyOf('import.accepted', 'v1', event?.data ?? {}, 'acme'));
    expect(event?.correlation_id).toBe(answer.headers['x-request-id']);
    const [partition, sequence] = String(answer.headers['headrace-position']).split(':').map(Number);
    expect(partition).toBe(event?.partition);
    expect(sequence).toBeGreaterThanOrEqual(event?.sequence ?? Number.NaN);
    const status = await house.acme.get(location);
    expect(status.body).toEqual({
      external_identifier: 'crm/0 ä?#%',
      resource_type: 'account',
      state: 'waiting',
      attempt: 1,
      import_supplier: 'old-energy',
      accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: null,
      account_number: null,
      error: null,
    });
  });

  test('when its identifier has 255 characters of four bytes, then it is taken and found', async () => {
    const identifier = '😀'.repeat(255);
    const answer = await house.acme.post(PATH, account({ external_identifier: identifier }));
    expect(answer.status).toBe(202);
    expect((await house.acme.get(String(answer.body['location']))).body['external_identifier']).toBe(
      identifier,
    );
  });

  test('when another organisation asks for it, then there is nothing', async () => {
    const payload = account();
    const { body } = await house.acme.post(PATH, payload);
    expect((await house.stranger.get(String(body['location']))).status).toBe(404);
    expect((await house.stranger.post(PATH, payload)).body['attempt']).toBe(1);
  });

  test('when it is posted again with its keys turned round, then it is answered as before and logged once', async () => {
    const payload = account();
    const first = await house.acme.post(PATH, payload);
    const turned = Object.fromEntries(Object.entries(payload).reverse());
    const second = await house.acme.post(PATH, turned);
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers['headrace-position']).toMatch(/^\d+:\d+$/);
    await finish(payload['external_identifier'], 'complete');
    expect((await house.acme.post(PATH, payload)).body).toEqual(first.body);
    expect(await acceptedEvents(payload['external_identifier'])).toHaveLength(1);
  });

  test('when fifty equal requests come at once, then there is one process and one event', async () => {
    const payload = account();
    const answers = await Promise.all(Array.from({ length: 50 }, () => house.acme.post(PATH, payload)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await acceptedEvents(payload['external_identifier'])).toHaveLength(1);
  });

  test('when two payloads race for one identifier, then one is accepted and the others conflict', async () => {
    const payload = account();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => house.acme.post(PATH, { ...payload, notes: [`version ${i}`] })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
    expect(await acceptedEvents(payload['external_identifier'])).toHaveLength(1);
    expect(await refusedEvents(payload['external_identifier'])).toHaveLength(19);
  });

  test('when another payload comes under its identifier, then it conflicts until the first has failed', async () => {
    const payload = account();
    const identifier = payload['external_identifier'];
    const other = { ...payload, notes: ['corrected'] };
    await house.acme.post(PATH, payload);
    const conflict = await house.acme.post(PATH, other);
    expect(conflict.status).toBe(409);
    expect(conflict.body).toEqual({
      code: 'external_identifier_conflict',
      detail: expect.any(String),
      errors: [
        { code: 'external_identifier_conflict', attr: 'external_identifier', detail: expect.any(String) },
      ],
    });
    await finish(identifier, 'error');
    const failed = await house.acme.get(`${PATH}${identifier}/`);
    expect(failed.body).toMatchObject({
      state: 'error',
      finished_at: expect.any(String),
      error: {
        code: 'account_number_unavailable',
        detail: 'Taken.',
        errors: [{ code: 'account_number_unavailable', attr: 'account.number', detail: 'Taken.' }],
      },
    });
    expect((await house.acme.post(PATH, other)).body['attempt']).toBe(2);
    expect((await house.acme.post(PATH, payload)).status).toBe(409);
    expect((await house.acme.get(`${PATH}${identifier}/`)).body).toMatchObject({
      state: 'waiting',
      attempt: 2,
      finished_at: null,
      error: null,
    });
    await finish(identifier, 'cancelled');
    expect((await house.acme.post(PATH, other)).body['attempt']).toBe(3);
    expect((await acceptedEvents(identifier)).map(({ data }) => data['attempt'])).toEqual([1, 2, 3]);
  });

  test('when thirty retries come at once after an error, then there is one new attempt', async () => {
    const payload = account();
    await house.acme.post(PATH, payload);
    await finish(payload['external_identifier'], 'error');
    const answers = await Promise.all(Array.from({ length: 30 }, () => house.acme.post(PATH, payload)));
    expect(new Set(answers.map(({ body }) => body['attempt']))).toEqual(new Set([2]));
    expect(await acceptedEvents(payload['external_identifier'])).toHaveLength(2);
  });

  test('when a retry is accepted, then it runs after those that wait already', async () => {
    const [early, late] = [account(), account()];
    await house.acme.post(PATH, early);
    await finish(early['external_identifier'], 'error');
    await house.acme.post(PATH, late);
    await house.acme.post(PATH, early);
    const { rows: waiting } = await house.pool.query<{ external_identifier: string }>(
      `SELECT external_identifier FROM intake.import_processes
       WHERE external_identifier = ANY($1) ORDER BY accepted_order`,
      [[early['external_identifier'], late['external_identifier']]],
    );
    expect(waiting.map((row) => row.external_identifier)).toEqual([
      late['external_identifier'],
      early['external_identifier'],
    ]);
  });
});

describe('given an import supplier that is not ongoing', () => {
  test.each(['paused', 'complete'])(
    'when it is %s, then new accounts are refused and old ones answered',
    async (status) => {
      const [old, failed, fresh] = [account(), account(), account()];
      await house.acme.post(PATH, old);
      await house.acme.post(PATH, failed);
      await finish(failed['external_identifier'], 'error');
      await setStatus(status);
      try {
        const refused = await house.acme.post(PATH, fresh);
        expect(refused.status).toBe(409);
        expect(refused.body).toEqual({
          code: 'import_supplier_not_ongoing',
          detail: expect.any(String),
          errors: [
            { code: 'import_supplier_not_ongoing', attr: 'import_supplier', detail: expect.any(String) },
          ],
        });
        expect((await house.acme.get(`${PATH}${fresh['external_identifier']}/`)).status).toBe(404);
        expect((await house.acme.post(PATH, failed)).status).toBe(409);
        expect((await house.acme.post(PATH, old)).status).toBe(202);
        const [event] = await refusedEvents(fresh['external_identifier']);
        expect(event?.data).toMatchObject({ code: 'import_supplier_not_ongoing' });
      } finally {
        await setStatus('ongoing');
      }
      expect((await house.acme.post(PATH, fresh)).status).toBe(202);
    },
  );

  test('when it is paused under load, then the pause comes through and nothing is accepted after it', async () => {
    let paused = false;
    const afterPause: number[] = [];
    const load = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 40; i++) {
        const startedAfter = paused;
        const { status } = await house.acme.post(PATH, account());
        if (startedAfter) afterPause.push(status);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await setStatus('paused');
    paused = true;
    await Promise.all(load);
    await setStatus('ongoing');
    expect(new Set(afterPause)).toEqual(new Set([409]));
  });
});

describe('given a request that is refused', () => {
  test('when its supplier is known, then the log keeps codes and places and no values', async () => {
    const payload = withValue(account({ surprise: 'secret value' }), 'customers.0.landline', 'secret number');
    const identifier =
      'external_identifier' in Object(payload) ? Reflect.get(Object(payload), 'external_identifier') : '';
    const answer = await house.acme.post(PATH, payload);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      code: 'account_failed_validation',
      detail: 'The account failed validation.',
      errors: [
        { code: 'unknown_field', attr: 'surprise', detail: expect.any(String) },
        { code: 'invalid_phone_number', attr: 'customers.0.landline', detail: expect.any(String) },
      ],
    });
    const [event] = await refusedEvents(identifier);
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
    const before = (await refusedEvents(null)).length;
    await house.acme.post(PATH, account({ external_identifier: 'a\u0000b' }));
    const events = await refusedEvents(null);
    expect(events).toHaveLength(before + 1);
    const event = events.at(-1);
    expect(event?.key).toBe(house.catalogue.keyOf('import.refused', 'v1', event?.data ?? {}, 'acme'));
  });

  test('when its supplier is unknown, then that is a fault beside the others and nothing is logged', async () => {
    const payload = account({ import_supplier: 'nobody' });
    const alone = await house.acme.post(PATH, payload);
    expect(alone.status).toBe(400);
    expect(alone.body.errors?.map(({ code, attr }) => [code, attr])).toEqual([
      ['unknown_import_supplier', 'import_supplier'],
    ]);
    const withOthers = await house.acme.post(PATH, { ...payload, surprise: 1 });
    expect(withOthers.body.errors?.map(({ code }) => code)).toEqual([
      'unknown_import_supplier',
      'unknown_field',
    ]);
    expect(await refusedEvents(payload['external_identifier'])).toEqual([]);
  });

  test.each(rows)(
    'when it has $name, then it answers 400 with $code at "$attr"',
    async ({ change, code, attr }) => {
      const { status, body } = await house.acme.post(PATH, JSON.stringify(change(fullAccount())));
      expect(status).toBe(400);
      expect(body['code']).toBe('account_failed_validation');
      expect(body.errors).toContainEqual({ code, attr, detail: expect.any(String) });
    },
  );

  test('when a good one shares its transaction, then the good one is accepted', async () => {
    const good = account();
    const [refused, accepted, unknown] = await Promise.all([
      house.acme.post(PATH, account({ surprise: 1 })),
      house.acme.post(PATH, good),
      house.acme.post(PATH, account({ import_supplier: 'nobody' })),
    ]);
    expect([refused.status, accepted.status, unknown.status]).toEqual([400, 202, 400]);
  });
});

describe('given query parameters', () => {
  test.each([
    ['dry_run=maybe', [['unknown_parameter', 'dry_run']]],
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
    const answer = await house.acme.post(`${PATH}?${query}`, payload);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('unknown_parameter');
    expect(answer.body.errors?.map(({ code, attr }) => [code, attr])).toEqual(faults);
    expect((await house.acme.get(`${PATH}${payload['external_identifier']}/`)).status).toBe(404);
  });

  test('when a status is asked for with one, then it is refused too', async () => {
    expect((await house.acme.get(`${PATH}x/?verbose=1`)).body['code']).toBe('unknown_parameter');
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
    const answer = await house.acme.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe(code);
  });

  test('when it is larger than 256 KiB, then it answers 413', async () => {
    const answer = await house.acme.post(PATH, account({ notes: ['x'.repeat(256 * 1024)] }));
    expect([answer.status, answer.body['code']]).toEqual([413, 'body_too_large']);
  });
});

describe('given who is asking', () => {
  test('when there is no token, then it answers 401 and says how to send one', async () => {
    const answer = await house.anonymous.post(PATH, account());
    expect([answer.status, answer.body['code']]).toEqual([401, 'not_authenticated']);
    expect(answer.headers['www-authenticate']).toMatch(/^Token /);
  });

  test('when the operator posts an account, then it answers 403', async () => {
    const answer = await house.operator.post(PATH, account());
    expect([answer.status, answer.body['code']]).toEqual([403, 'permission_denied']);
  });
});
