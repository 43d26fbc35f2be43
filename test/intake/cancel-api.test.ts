import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImporterStore } from '../../src/adapters/postgres/importer.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { runImports } from '../../src/importer/run-imports.js';
import { recordingLog } from '../importer/support.js';
import type { Json, JsonObject } from '../support/accounts.js';
import { eventsOf, type House, openHouse } from './house.js';
import { ACCOUNTS, acceptedEvents, account, finish, ORDERS, order, setStatus } from './processes.js';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const kinds = [
  {
    resource: 'account',
    path: ACCOUNTS,
    make: account,
    field: 'external_identifier',
    event: 'data_import.import_process.cancelled',
  },
  {
    resource: 'order',
    path: ORDERS,
    make: order,
    field: 'external_order_id',
    event: 'data_import.order_process.cancelled',
  },
] as const;

async function outcomes(type: string, field: string, identifier: Json | undefined) {
  return (await eventsOf(house, type)).filter(({ data }) => data[field] === identifier);
}

describe.each(kinds)('given a waiting $resource', ({ path, make, field, event, resource }) => {
  async function posted(): Promise<{ payload: JsonObject; identifier: Json | undefined; url: string }> {
    const payload = make();
    const { body } = await house.acme.post(path, payload);
    return { payload, identifier: payload[field], url: String(body['location']) };
  }

  test('when it is cancelled, then it is, the log knows until when it could have been run', async () => {
    const { payload, identifier, url } = await posted();
    const { expiry_window_end } = (await house.acme.get(url)).body;
    const answer = await house.acme.remove(url);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      [field]: identifier,
      resource_type: resource,
      state: 'cancelled',
      attempt: 1,
      import_supplier: 'old-energy',
      expiry_window_end,
      location: url,
    });
    const [told, ...others] = await outcomes(event, field, identifier);
    expect(others).toEqual([]);
    expect(told?.data).toMatchObject({ [field]: identifier, expiry_window_end });
    expect(told?.key).toBe(house.catalogue.keyOf(event, 'v1', told?.data ?? {}, 'acme'));
    expect(told?.correlation_id).toBe(answer.headers['x-request-id']);
    const [partition] = String(answer.headers['headrace-position']).split(':').map(Number);
    expect(partition).toBe(told?.partition);
    const status = (await house.acme.get(url)).body;
    expect(status).toMatchObject({
      state: 'cancelled',
      outcome: { state: 'cancelled', cancelled_because: 'requested', identifier: null },
      timeline: [{ what: 'accepted' }, { what: 'cancelled' }],
    });
    expect((await house.acme.post(path, payload)).body['attempt']).toBe(2);
    expect((await house.acme.get(url)).body).toMatchObject({
      state: 'waiting',
      outcome: null,
      attempts: [
        { attempt: 1, state: 'cancelled', cancelled_because: 'requested' },
        { attempt: 2, state: 'waiting', cancelled_because: null },
      ],
      timeline: [
        { what: 'accepted', attempt: 1 },
        { what: 'cancelled', attempt: 1 },
        { what: 'accepted', attempt: 2 },
      ],
    });
  });

  test('when it is cancelled thirty times at once, then each is answered alike and the log told once', async () => {
    const { identifier, url } = await posted();
    const answers = await Promise.all(Array.from({ length: 30 }, () => house.acme.remove(url)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await outcomes(event, field, identifier)).toHaveLength(1);
    expect((await house.acme.remove(url)).headers['headrace-position']).toMatch(/^\d+:\d+$/);
  });

  test('when it has ended otherwise, then it answers 409 and nothing changes', async () => {
    for (const state of ['complete', 'error'] as const) {
      const { identifier, url } = await posted();
      await finish(house, identifier, state);
      const answer = await house.acme.remove(url);
      expect([answer.status, answer.body['code']]).toEqual([409, 'already_finished']);
      expect((await house.acme.get(url)).body['state']).toBe(state);
      expect(await outcomes(event, field, identifier)).toEqual([]);
    }
  });

  test('when its supplier is paused, then it can still be cancelled', async () => {
    const { url } = await posted();
    await setStatus(house, 'paused');
    try {
      expect((await house.acme.remove(url)).status).toBe(200);
    } finally {
      await setStatus(house, 'ongoing');
    }
  });

  test('when another organisation cancels it, then there is nothing to cancel', async () => {
    const { url } = await posted();
    expect((await house.stranger.remove(url)).status).toBe(404);
    expect((await house.acme.get(url)).body['state']).toBe('waiting');
    expect((await house.acme.remove(`${url}?force=true`)).body['code']).toBe('unknown_parameter');
    expect((await house.anonymous.remove(url)).status).toBe(401);
  });
});

test('given accounts that are cancelled while importers run them, then each ends in exactly one way', async () => {
  const payloads = Array.from({ length: 120 }, () => account({ supply_points: [] }));
  const urls = await Promise.all(
    payloads.map(async (payload) => String((await house.acme.post(ACCOUNTS, payload)).body['location'])),
  );
  const store = createImporterStore(house.pool, await openJournal(house.pool, 4));
  const context = { encoder: house.catalogue, log: recordingLog().log, clock: Date.now };
  const importer = async () => {
    while ((await store.inBatch(7, (batch) => runImports(batch, context))) > 0);
  };
  const [answers] = await Promise.all([
    Promise.all(urls.map((url) => house.acme.remove(url))),
    importer(),
    importer(),
  ]);
  const states = await Promise.all(urls.map(async (url) => (await house.acme.get(url)).body['state']));
  const told = await Promise.all(
    ['complete', 'cancelled'].map((how) => eventsOf(house, `data_import.import_process.${how}`)),
  );
  payloads.forEach((payload, i) => {
    const expected = answers[i]?.status === 200 ? 'cancelled' : 'complete';
    expect([states[i], answers[i]?.status]).toEqual([expected, expected === 'cancelled' ? 200 : 409]);
    const named = told.map(
      (events) =>
        events.filter(({ data }) => data['external_identifier'] === payload['external_identifier']).length,
    );
    expect(named).toEqual(expected === 'complete' ? [1, 0] : [0, 1]);
  });
  expect(await acceptedEvents(house, payloads[0]?.['external_identifier'])).toHaveLength(1);
});

test('given an account that an importer has in hand, when it is cancelled, then that waits and is too late', async () => {
  const payload = account({ supply_points: [] });
  const url = String((await house.acme.post(ACCOUNTS, payload)).body['location']);
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const journal = await openJournal(house.pool, 4);
  const store = createImporterStore(house.pool, {
    ...journal,
    async commitWith(client, events) {
      await opened;
      return journal.commitWith(client, events);
    },
  });
  const context = { encoder: house.catalogue, log: recordingLog().log, clock: Date.now };
  const running = store.inBatch(1_000, (batch) => runImports(batch, context));
  await waitUntil(
    `SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
  );
  const cancelling = house.acme.remove(url);
  await waitUntil('SELECT FROM pg_locks WHERE NOT granted');
  open();
  await running;
  expect((await cancelling).body['code']).toBe('already_finished');
  expect((await house.acme.get(url)).body['state']).toBe('complete');
});

async function waitUntil(sql: string): Promise<void> {
  while ((await house.pool.query(sql)).rowCount === 0) await new Promise((resume) => setTimeout(resume, 10));
}
