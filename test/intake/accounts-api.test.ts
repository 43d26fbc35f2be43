import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type House, openHouse } from './house.js';
import { ACCOUNTS, acceptedEvents, account, finish, refusedEvents, setStatus } from './processes.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('given a valid account', () => {
  test('when it is posted, then it waits, the log knows and the answer says where', async () => {
    const payload = account({ external_identifier: 'crm/0 ä?#%' });
    const answer = await house.acme.post(ACCOUNTS, payload);
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
    const [event, ...others] = await acceptedEvents(house, 'crm/0 ä?#%');
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
      import_supplier_revision: 1,
      accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      finished_at: null,
      expiry_window_end: expect.any(String),
      account_number: null,
      outcome: null,
      error: null,
      attempts: [expect.objectContaining({ attempt: 1, state: 'waiting', finished_at: null })],
      timeline: [{ at: status.body['accepted_at'], what: 'accepted', attempt: 1 }],
      post_import_tasks: [],
    });
    const waitsMs =
      Date.parse(String(status.body['expiry_window_end'])) - Date.parse(String(status.body['accepted_at']));
    expect(waitsMs).toBe(30 * 24 * 3_600_000);
  });

  test('when its identifier has 255 characters of four bytes, then it is taken and found', async () => {
    const identifier = '😀'.repeat(255);
    const answer = await house.acme.post(ACCOUNTS, account({ external_identifier: identifier }));
    expect(answer.status).toBe(202);
    expect((await house.acme.get(String(answer.body['location']))).body['external_identifier']).toBe(
      identifier,
    );
  });

  test('when another organisation asks for it, then there is nothing', async () => {
    const payload = account();
    const { body } = await house.acme.post(ACCOUNTS, payload);
    expect((await house.stranger.get(String(body['location']))).status).toBe(404);
    expect((await house.stranger.post(ACCOUNTS, payload)).body['attempt']).toBe(1);
  });

  test('when it is posted again with its keys turned round, then it is answered as before and logged once', async () => {
    const payload = account();
    const first = await house.acme.post(ACCOUNTS, payload);
    const turned = Object.fromEntries(Object.entries(payload).reverse());
    const second = await house.acme.post(ACCOUNTS, turned);
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers['headrace-position']).toMatch(/^\d+:\d+$/);
    await finish(house, payload['external_identifier'], 'complete');
    expect((await house.acme.post(ACCOUNTS, payload)).body).toEqual(first.body);
    expect(await acceptedEvents(house, payload['external_identifier'])).toHaveLength(1);
  });

  test('when fifty equal requests come at once, then there is one process and one event', async () => {
    const payload = account();
    const answers = await Promise.all(Array.from({ length: 50 }, () => house.acme.post(ACCOUNTS, payload)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await acceptedEvents(house, payload['external_identifier'])).toHaveLength(1);
  });

  test('when two payloads race for one identifier, then one is accepted and the others conflict', async () => {
    const payload = account();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        house.acme.post(ACCOUNTS, { ...payload, notes: [`version ${i}`] }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
    expect(await acceptedEvents(house, payload['external_identifier'])).toHaveLength(1);
    expect(await refusedEvents(house, payload['external_identifier'])).toHaveLength(19);
  });

  test('when another payload comes under its identifier, then it conflicts until the first has failed', async () => {
    const payload = account();
    const identifier = payload['external_identifier'];
    const other = { ...payload, notes: ['corrected'] };
    await house.acme.post(ACCOUNTS, payload);
    const conflict = await house.acme.post(ACCOUNTS, other);
    expect(conflict.status).toBe(409);
    expect(conflict.body).toEqual({
      code: 'external_identifier_conflict',
      detail: expect.any(String),
      errors: [
        { code: 'external_identifier_conflict', attr: 'external_identifier', detail: expect.any(String) },
      ],
    });
    await finish(house, identifier, 'error');
    const failed = await house.acme.get(`${ACCOUNTS}${identifier}/`);
    expect(failed.body).toMatchObject({
      state: 'error',
      finished_at: expect.any(String),
      error: {
        code: 'account_number_unavailable',
        detail: 'Taken.',
        errors: [{ code: 'account_number_unavailable', attr: 'account.number', detail: 'Taken.' }],
      },
    });
    expect((await house.acme.post(ACCOUNTS, other)).body['attempt']).toBe(2);
    expect((await house.acme.post(ACCOUNTS, payload)).status).toBe(409);
    expect((await house.acme.get(`${ACCOUNTS}${identifier}/`)).body).toMatchObject({
      state: 'waiting',
      attempt: 2,
      finished_at: null,
      error: null,
    });
    await finish(house, identifier, 'cancelled');
    expect((await house.acme.post(ACCOUNTS, other)).body['attempt']).toBe(3);
    expect((await acceptedEvents(house, identifier)).map(({ data }) => data['attempt'])).toEqual([1, 2, 3]);
  });

  test('when thirty retries come at once after an error, then there is one new attempt', async () => {
    const payload = account();
    await house.acme.post(ACCOUNTS, payload);
    await finish(house, payload['external_identifier'], 'error');
    const answers = await Promise.all(Array.from({ length: 30 }, () => house.acme.post(ACCOUNTS, payload)));
    expect(new Set(answers.map(({ body }) => body['attempt']))).toEqual(new Set([2]));
    expect(await acceptedEvents(house, payload['external_identifier'])).toHaveLength(2);
  });

  test('when a retry is accepted, then it runs after those that wait already', async () => {
    const [early, late] = [account(), account()];
    await house.acme.post(ACCOUNTS, early);
    await finish(house, early['external_identifier'], 'error');
    await house.acme.post(ACCOUNTS, late);
    await house.acme.post(ACCOUNTS, early);
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
      await house.acme.post(ACCOUNTS, old);
      await house.acme.post(ACCOUNTS, failed);
      await finish(house, failed['external_identifier'], 'error');
      await setStatus(house, status);
      try {
        const refused = await house.acme.post(ACCOUNTS, fresh);
        expect(refused.status).toBe(409);
        expect(refused.body).toEqual({
          code: 'import_supplier_not_ongoing',
          detail: expect.any(String),
          errors: [
            { code: 'import_supplier_not_ongoing', attr: 'import_supplier', detail: expect.any(String) },
          ],
        });
        expect((await house.acme.get(`${ACCOUNTS}${fresh['external_identifier']}/`)).status).toBe(404);
        expect((await house.acme.post(ACCOUNTS, failed)).status).toBe(409);
        expect((await house.acme.post(ACCOUNTS, old)).status).toBe(202);
        const [event] = await refusedEvents(house, fresh['external_identifier']);
        expect(event?.data).toMatchObject({ code: 'import_supplier_not_ongoing' });
      } finally {
        await setStatus(house, 'ongoing');
      }
      expect((await house.acme.post(ACCOUNTS, fresh)).status).toBe(202);
    },
  );

  test('when it is paused under load, then the pause comes through and nothing is accepted after it', async () => {
    let paused = false;
    const afterPause: number[] = [];
    const load = Array.from({ length: 8 }, async () => {
      for (let i = 0; i < 40; i++) {
        const startedAfter = paused;
        const { status } = await house.acme.post(ACCOUNTS, account());
        if (startedAfter) afterPause.push(status);
      }
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await setStatus(house, 'paused');
    paused = true;
    await Promise.all(load);
    await setStatus(house, 'ongoing');
    expect(new Set(afterPause)).toEqual(new Set([409]));
  });
});
