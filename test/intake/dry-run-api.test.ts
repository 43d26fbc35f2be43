import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../support/accounts.js';
import { withValue } from '../support/json-path.js';
import { eventsOf, type House, openHouse } from './house.js';
import { ACCOUNTS, acceptedEvents, account, refusedEvents, setStatus } from './processes.js';

const DRY_RUN = `${ACCOUNTS}?dry_run=true`;

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.pool.query(
    `INSERT INTO importer.account_numbers VALUES ('A-TAKEN', 'stranger', 'account', 'theirs')`,
  );
});
afterAll(() => house.close());

async function outcomes(identifier: Json | undefined) {
  const all = await Promise.all(
    ['complete', 'error'].map((how) => eventsOf(house, `data_import.import_process.dry_run_${how}`)),
  );
  return all.flat().filter(({ data }) => data['external_identifier'] === identifier);
}

/** Nothing but the log knows of a dry run. */
async function expectNothingStored(identifier: Json | undefined) {
  const { rows } = await house.pool.query(
    'SELECT FROM intake.import_processes WHERE external_identifier = $1',
    [identifier],
  );
  expect(rows).toEqual([]);
  expect(await acceptedEvents(house, identifier)).toEqual([]);
}

describe('given a dry run of an account', () => {
  test('when nothing is wrong, then that is told and nothing is stored', async () => {
    const payload = withValue(account({ supply_points: [] }), 'account.number', 'A-FREE');
    const identifier = Object(payload).external_identifier;
    const answer = await house.acme.post(DRY_RUN, payload);
    expect(answer.status).toBe(200);
    expect(answer.headers['location']).toBeUndefined();
    expect(answer.body).toEqual({
      external_identifier: identifier,
      resource_type: 'account',
      dry_run: true,
      state: 'complete',
      import_supplier: 'old-energy',
    });
    const [told, ...others] = await outcomes(identifier);
    expect(others).toEqual([]);
    expect(told?.data).toEqual({ resource_type: 'account', external_identifier: identifier });
    expect(told?.key).toBe(`acme/account/${identifier}`);
    expect(told?.correlation_id).toBe(answer.headers['x-request-id']);
    await expectNothingStored(identifier);
    expect((await house.acme.post(ACCOUNTS, payload)).body['attempt']).toBe(1);
    expect((await house.acme.post(DRY_RUN, { ...Object(payload), notes: ['other'] })).status).toBe(200);
    expect(await outcomes(identifier)).toHaveLength(2);
  });

  test('when running it would fail, then every reason is told as a fault of the payload', async () => {
    let payload: Json = withValue(account(), 'account.number', 'A-TAKEN');
    payload = withValue(payload, 'supply_points', [
      { market_name: 'gas', external_identifier: '123456', supply_start_date: '2027-01-01' },
    ]);
    const answer = await house.acme.post(DRY_RUN, payload);
    expect([answer.status, answer.body['code']]).toEqual([400, 'account_failed_validation']);
    expect(answer.body.errors?.map(({ code, attr }) => [code, attr])).toEqual([
      ['account_number_unavailable', 'account.number'],
      ['supplier_mpid_missing', 'supply_points.0.market_name'],
    ]);
    const identifier = Object(payload).external_identifier;
    const [told] = await outcomes(identifier);
    expect(told?.data).toMatchObject({
      error_code: 'account_number_unavailable',
      error_detail: expect.stringContaining('supply_points.0.market_name'),
    });
    await expectNothingStored(identifier);
  });

  test('when its payload is bad, then every fault is told and no value of it is kept', async () => {
    const payload = account({ surprise: 'secret' });
    const answer = await house.acme.post(DRY_RUN, withValue(payload, 'customers.0.landline', 'secret'));
    expect([answer.status, answer.body['code']]).toEqual([400, 'account_failed_validation']);
    expect(answer.body.errors).toHaveLength(2);
    const [told] = await outcomes(payload['external_identifier']);
    expect(told?.data).toMatchObject({ error_code: 'account_failed_validation' });
    expect(told?.payload.toString('latin1')).not.toContain('secret');
    expect(await refusedEvents(house, payload['external_identifier'])).toEqual([]);
  });

  test('when its supplier is unknown, then that is one more fault', async () => {
    const payload = account({ import_supplier: 'nobody', surprise: 1 });
    const answer = await house.acme.post(DRY_RUN, payload);
    expect(answer.body.errors?.map(({ code }) => code)).toEqual(['unknown_import_supplier', 'unknown_field']);
    expect(await outcomes(payload['external_identifier'])).toMatchObject([
      { data: { error_code: 'account_failed_validation' } },
    ]);
  });

  test('when its identifier cannot be read, then it is answered, and no event invents one', async () => {
    const count = async () => (await eventsOf(house, 'data_import.import_process.dry_run_error')).length;
    const before = await count();
    expect((await house.acme.post(DRY_RUN, account({ external_identifier: 7 }))).status).toBe(400);
    expect((await house.acme.post(DRY_RUN, [])).status).toBe(400);
    expect(await count()).toBe(before);
  });

  test.each(['paused', 'complete'])('when its supplier is %s, then it is refused', async (status) => {
    const payload = account();
    await setStatus(house, status);
    try {
      const answer = await house.acme.post(DRY_RUN, payload);
      expect([answer.status, answer.body['code']]).toEqual([409, 'import_supplier_not_ongoing']);
    } finally {
      await setStatus(house, 'ongoing');
    }
    expect(await outcomes(payload['external_identifier'])).toEqual([]);
    expect(await refusedEvents(house, payload['external_identifier'])).toHaveLength(1);
    await expectNothingStored(payload['external_identifier']);
  });

  test('when many come at once, good and bad, then each has its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        house.acme.post(DRY_RUN, account({ supply_points: [], ...(i % 3 === 0 && { x: 1 }) })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? 400 : 200)),
    );
  });
});
