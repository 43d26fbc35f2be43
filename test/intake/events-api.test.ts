import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdDocumented } from '../support/documented.js';
import { badEvents, event } from './bad-events.js';
import { eventsOf, type House, openHouse, tokenOf } from './house.js';

let house: House;
let tokens: Record<'acme' | 'stranger' | 'importer', string>;
beforeAll(async () => {
  house = await openHouse();
  const keyOf = async (organisation: string, scopes: string[]) => {
    const { body } = await house.operator.post(`/v1/operator/organisations/${organisation}/api-keys/`, {
      label: 'publish',
      scopes,
    });
    return tokenOf(house.server, String(body['api_key']));
  };
  tokens = {
    acme: await keyOf('acme', ['publish']),
    stranger: await keyOf('stranger', ['publish']),
    importer: await keyOf('acme', ['import', 'query']),
  };
});
afterAll(() => house.close());

async function send(
  body: unknown,
  {
    as = 'acme',
    headers = {},
    url = '/v1/events/',
  }: {
    as?: keyof typeof tokens;
    headers?: Record<string, string>;
    url?: string;
  } = {},
) {
  const type = Array.isArray(body) ? 'application/cloudevents-batch+json' : 'application/cloudevents+json';
  const options: InjectOptions = {
    method: 'POST',
    url,
    headers: { authorization: `Token ${tokens[as]}`, 'content-type': type, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  };
  const response = await house.server.inject(options);
  await holdDocumented('POST', '/v1/events/', response);
  const answer: { code?: string; errors?: { code: string; attr: string }[]; events?: unknown } =
    response.json();
  const faults = answer.errors?.map(({ attr, code }) => `${attr} ${code}`);
  return { status: response.statusCode, headers: response.headers, answer, faults };
}
const journaled = async (id: string) =>
  (await eventsOf(house, 'account.created')).filter((one) => Object.values(one).includes(id));

describe('POST /v1/events/', () => {
  it('given one event, then it is journaled as its organisation said it, and the answer names it and its place', async () => {
    const one = event({ subject: 'account/N-1', importsupplier: 'spring' });
    const { status, headers, answer } = await send(one, { headers: { 'x-request-id': 'req-1' } });
    expect({ status, answer }).toEqual({
      status: 202,
      answer: { events: [{ source: 'acme/crm', id: one.id }] },
    });
    expect(headers['headrace-position']).toMatch(/^\d+:\d+$/);
    expect(await journaled(one.id)).toMatchObject([
      {
        organisation: 'acme',
        source: 'acme/crm',
        key: one.data.account_number,
        subject: 'account/N-1',
        import_supplier: 'spring',
        correlation_id: 'req-1',
        data: one.data,
      },
    ]);
  });

  it('given the same again, alone or in a batch, then the answer is the same and nothing is journaled twice', async () => {
    const one = event();
    const first = await send(one);
    const again = await send({ ...one, time: '2026-03-01T11:00:00+01:00' });
    expect(again.answer).toEqual(first.answer);
    expect(again.headers['headrace-position']).toBeDefined();
    const batch = await send([one, event(), one]);
    expect(batch.status).toBe(202);
    expect(await journaled(one.id)).toHaveLength(1);
  });

  it('given many at once, some of them the same, then each is journaled once', async () => {
    const events = Array.from({ length: 20 }, () => event());
    const answers = await Promise.all([...events, ...events].map((one) => send(one)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    for (const { id } of events) expect(await journaled(id)).toHaveLength(1);
  });

  it('given the same source and id from another organisation, then it is another event', async () => {
    const one = event();
    await send(one);
    expect((await send(one, { as: 'stranger' })).status).toBe(202);
    expect((await journaled(one.id)).map(({ organisation }) => organisation).sort()).toEqual([
      'acme',
      'stranger',
    ]);
  });

  it('given another event under an id that was used, then 409 names it and none of its batch is taken', async () => {
    const [one, other] = [event(), event()];
    await send(one);
    const { status, answer, faults } = await send([other, { ...event(), id: one.id }]);
    expect({ status, code: answer.code, faults }).toEqual({
      status: 409,
      code: 'event_id_conflict',
      faults: ['1.id event_id_conflict'],
    });
    expect(await journaled(other.id)).toEqual([]);
    expect((await send(other)).status).toBe(202);
  });

  it('given a refused request among others at the same moment, then the others are taken', async () => {
    const used = event();
    await send(used);
    const good = Array.from({ length: 5 }, () => event());
    const answers = await Promise.all([...good, { ...event(), id: used.id }].map((one) => send(one)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202, 409]);
  });

  it('given binary mode, then attributes are read from headers', async () => {
    const { specversion, id, source, type, payloadversion, time, data } = event();
    const headers = {
      'content-type': 'application/json',
      'ce-specversion': specversion,
      'ce-id': id,
      'ce-source': encodeURIComponent(`${source} ü`),
      'ce-type': type,
      'ce-payloadversion': payloadversion,
      'ce-time': time,
    };
    expect((await send(data, { headers })).answer).toEqual({ events: [{ source: 'acme/crm ü', id }] });
    expect((await send(data, { headers: { ...headers, 'ce-organisation': 'stranger' } })).faults).toEqual([
      'organisation unknown_field',
    ]);
  });

  it.each(badEvents)(
    'given %s, then every fault is told at its path',
    async (_what, body, status, code, faults) => {
      const before = await house.pool.query('SELECT count(*) FROM journal.events');
      const answer = await send(body());
      expect({ status: answer.status, code: answer.answer.code, faults: answer.faults }).toEqual({
        status,
        code,
        faults,
      });
      expect((await house.pool.query('SELECT count(*) FROM journal.events')).rows).toEqual(before.rows);
    },
  );

  it('given more than a hundred faults, then a hundred are told and the rest is counted', async () => {
    const { answer } = await send(
      event({ data: { account_number: 'A', is_imported: true, account_user_emails: Array(250).fill(1) } }),
    );
    expect(answer.errors).toHaveLength(101);
    expect(answer.errors?.at(-1)).toEqual({
      code: 'more_errors',
      attr: '',
      detail: '150 more faults were found.',
    });
  });

  it('given an account of another organisation, wherever it is named, then 403 names the place', async () => {
    await house.pool.query(
      `INSERT INTO importer.account_numbers (account_number, organisation, resource_type, external_identifier)
       VALUES ('S-1', 'stranger', 'account', 'x')`,
    );
    const data = { account_number: 'S-1', account_user_emails: [], is_imported: false };
    const linked = {
      user_id: 1,
      user_email: 'a@example.com',
      user_number: 'U-1',
      linked_accounts: [{ number: 'N-9' }, { number: 'S-1' }],
      initiator_type: 'crm',
      is_customer_initiated: false,
    };
    const events = [
      event({ data }),
      event({ subject: 'account/S-1' }),
      event({ type: 'account_user.created', data: linked }),
    ];
    const { status, answer, faults } = await send(events);
    const code = 'account_of_another_organisation';
    expect({ status, code: answer.code, faults }).toEqual({
      status: 403,
      code,
      faults: [
        `0.data.account_number ${code}`,
        `1.subject ${code}`,
        `2.data.linked_accounts.1.number ${code}`,
      ],
    });
    expect((await send(event({ data }), { as: 'stranger' })).status).toBe(202);
  });

  it('given no token, the wrong scope, a body of another type or no JSON, then it is refused as everywhere', async () => {
    expect((await send(event(), { headers: { authorization: '' } })).status).toBe(401);
    expect((await send(event(), { as: 'importer' })).answer.code).toBe('permission_denied');
    expect((await send(event(), { headers: { 'content-type': 'text/plain' } })).answer.code).toBe(
      'unsupported_media_type',
    );
    expect((await send(event(), { headers: { 'content-type': 'application/json' } })).answer.code).toBe(
      'unsupported_media_type',
    );
    expect((await send('{"id": "a", "id": "b"}')).answer.code).toBe('malformed_json');
    expect(
      (await send('[]', { headers: { 'content-type': 'application/cloudevents-batch+json' } })).status,
    ).toBe(400);
    expect(
      (await send('{}', { headers: { 'content-type': 'application/cloudevents-batch+json' } })).faults,
    ).toEqual([' invalid_type']);
    expect((await send(event(), { url: '/v1/events/?dry_run=true' })).answer.code).toBe('unknown_parameter');
  });
});
