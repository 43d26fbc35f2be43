import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callerOf, eventsOf, type House, obtainToken, openHouse, tokenOf } from './house.js';

const PATH = '/v1/operator/organisations/';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

describe('given organisations', () => {
  test('when one is made with its first supplier, then both exist and the log knows', async () => {
    const answer = await house.operator.post(PATH, {
      organisation: 'north',
      name: 'North Energy',
      import_supplier: { import_supplier: 'first / one', status: 'paused' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      organisation: 'north',
      name: 'North Energy',
      import_supplier: {
        import_supplier: 'first / one',
        status: 'paused',
        root_location: 'north/first___one',
        behaviours: { customer_emails: false },
        expiry_window_days: 30,
        supplier_mpids: {},
        revision: 1,
      },
    });
    const events = await eventsOf(house, 'import_supplier.created');
    const event = events.find(({ organisation }) => organisation === 'north');
    expect(event?.data).toEqual({ organisation: 'north', import_supplier: 'first / one', status: 'paused' });
    expect(event?.key).toBe(
      house.catalogue.keyOf('import_supplier.created', 'v1', event?.data ?? {}, 'north'),
    );
    const found = await house.operator.get(`${PATH}north/import-suppliers/first%20%2F%20one/`);
    expect(found.body).toEqual(answer.body['import_supplier']);
  });

  test('when one is made twice, then it exists already', async () => {
    await house.operator.post(PATH, { organisation: 'twice' });
    const answer = await house.operator.post(PATH, { organisation: 'twice' });
    expect([answer.status, answer.body['code']]).toEqual([409, 'already_exists']);
  });

  test('when they are listed, then in pages and in order', async () => {
    for (const organisation of ['list-a', 'list-b', 'list-c'])
      await house.operator.post(PATH, { organisation });
    const first = await house.operator.get(`${PATH}?limit=2&after=list-`);
    expect(first.body).toMatchObject({
      results: [{ organisation: 'list-a' }, { organisation: 'list-b' }],
      next: 'list-b',
    });
    const second = await house.operator.get(`${PATH}?limit=1&after=list-b`);
    expect(second.body).toMatchObject({ results: [{ organisation: 'list-c' }] });
  });

  test.each([
    [{}, 'required', 'organisation'],
    [{ organisation: 'Upper' }, 'invalid_name', 'organisation'],
    [{ organisation: 'a', extra: 1 }, 'unknown_field', 'extra'],
    [{ organisation: 'a', import_supplier: {} }, 'required', 'import_supplier.import_supplier'],
    [
      { organisation: 'a', import_supplier: { import_supplier: 's', status: 'Ongoing' } },
      'invalid_choice',
      'import_supplier.status',
    ],
    [
      { organisation: 'a', import_supplier: { import_supplier: 's', root_location: '../up' } },
      'invalid_root_location',
      'import_supplier.root_location',
    ],
    [
      { organisation: 'a', import_supplier: { import_supplier: 's', expiry_window_days: 0 } },
      'out_of_range',
      'import_supplier.expiry_window_days',
    ],
    [
      { organisation: 'a', import_supplier: { import_supplier: 's', supplier_mpids: { gas: 'olde' } } },
      'invalid_mpid',
      'import_supplier.supplier_mpids.gas',
    ],
  ])('when the body is %j, then it is refused: %s at %s', async (body, code, attr) => {
    const answer = await house.operator.post(PATH, body);
    expect([answer.status, answer.body['code']]).toEqual([400, 'failed_validation']);
    expect(answer.body.errors).toEqual([{ code, attr, detail: expect.any(String) }]);
  });

  test.each(['limit=0', 'limit=501', 'limit=x', 'after=%00'])(
    'when a page is asked for by %s, then it is refused',
    async (query) => {
      const answer = await house.operator.get(`${PATH}?${query}`);
      expect([answer.status, answer.body['code']]).toEqual([400, 'failed_validation']);
    },
  );
});

describe('given an import supplier', () => {
  const SUPPLIERS = `${PATH}acme/import-suppliers/`;

  test('when it is changed, then only what was named changes, and a change of status is told once', async () => {
    await house.operator.post(SUPPLIERS, {
      import_supplier: 'change',
      supplier_mpids: { electricity: 'OLDE' },
    });
    const changed = await house.operator.patch(`${SUPPLIERS}change/`, {
      status: 'paused',
      behaviours: { customer_emails: true },
      root_location: 'acme/moved',
    });
    expect(changed.body).toMatchObject({
      status: 'paused',
      behaviours: { customer_emails: true },
      root_location: 'acme/moved',
      supplier_mpids: { electricity: 'OLDE' },
      revision: 2,
    });
    await house.operator.patch(`${SUPPLIERS}change/`, { status: 'paused', supplier_mpids: { gas: 'OLG' } });
    expect((await house.operator.get(`${SUPPLIERS}change/`)).body).toMatchObject({
      supplier_mpids: { gas: 'OLG' },
      behaviours: { customer_emails: true },
    });
    const events = await eventsOf(house, 'import_supplier.status_changed');
    expect(events.map(({ data }) => data)).toEqual([
      { organisation: 'acme', import_supplier: 'change', status: 'paused', previous_status: 'ongoing' },
    ]);
  });

  test('when it is made twice, or for nobody, or asked for where it is not, then that is said', async () => {
    expect((await house.operator.post(SUPPLIERS, { import_supplier: 'old-energy' })).status).toBe(409);
    const nowhere = `${PATH}nobody/import-suppliers/`;
    expect((await house.operator.post(nowhere, { import_supplier: 'x' })).status).toBe(404);
    expect((await house.operator.get(nowhere)).status).toBe(404);
    expect((await house.operator.get(`${SUPPLIERS}nothing/`)).status).toBe(404);
    expect((await house.operator.get(`${SUPPLIERS}no%00thing/`)).status).toBe(404);
    expect((await house.operator.patch(`${SUPPLIERS}nothing/`, { status: 'paused' })).status).toBe(404);
    expect((await house.operator.patch(`${SUPPLIERS}old-energy/`, {})).body.errors).toMatchObject([
      { code: 'empty_object', attr: '' },
    ]);
  });

  test('when a client of the organisation tries, then it is denied', async () => {
    expect((await house.acme.get(SUPPLIERS)).status).toBe(403);
    expect((await house.acme.patch(`${SUPPLIERS}old-energy/`, { status: 'paused' })).status).toBe(403);
  });
});

describe('given the history of an import supplier', () => {
  const SUPPLIERS = `${PATH}acme/import-suppliers/`;

  test('when it is changed, then each configuration is kept, with who made it and since when', async () => {
    await house.operator.post(SUPPLIERS, { import_supplier: 'kept' });
    await house.operator.patch(`${SUPPLIERS}kept/`, { root_location: 'acme/moved' });
    const now = await house.operator.patch(`${SUPPLIERS}kept/`, { status: 'complete' });
    expect(now.body['revision']).toBe(3);
    const { body } = await house.operator.get(`${SUPPLIERS}kept/revisions/`);
    const results = Array.isArray(body['results']) ? body['results'] : [];
    expect(results).toMatchObject([
      { revision: 3, status: 'complete', root_location: 'acme/moved', changed_at: now.body['updated_at'] },
      { revision: 2, status: 'ongoing', root_location: 'acme/moved' },
      { revision: 1, status: 'ongoing', root_location: 'acme/kept', behaviours: { customer_emails: false } },
    ]);
    const { rows } = await house.pool.query("SELECT api_key_id FROM intake.api_keys WHERE label = 'first'");
    expect(results.map(({ changed_by }) => changed_by)).toEqual(Array(3).fill(rows[0]?.api_key_id));

    const page = await house.operator.get(`${SUPPLIERS}kept/revisions/?limit=2`);
    expect(page.body['next']).toBe('2');
    const rest = await house.operator.get(`${SUPPLIERS}kept/revisions/?limit=2&after=2`);
    expect(rest.body).toMatchObject({ results: [{ revision: 1 }], next: null });
  });

  test('when somebody changes it past the API, then that is kept too, as nobody known', async () => {
    await house.operator.post(SUPPLIERS, { import_supplier: 'by hand' });
    await house.pool.query(
      "UPDATE intake.import_suppliers SET expiry_window_days = 7 WHERE import_supplier = 'by hand'",
    );
    const { body } = await house.operator.get(`${SUPPLIERS}by%20hand/revisions/`);
    expect(body['results']).toMatchObject([
      { revision: 2, expiry_window_days: 7, changed_by: null },
      { revision: 1, expiry_window_days: 30 },
    ]);
  });

  test('when there is none, or a place that is none, then there is nothing', async () => {
    expect((await house.operator.get(`${SUPPLIERS}nothing/revisions/`)).status).toBe(404);
    expect((await house.operator.get(`${SUPPLIERS}old-energy/revisions/?after=x`)).status).toBe(404);
    expect((await house.acme.get(`${SUPPLIERS}old-energy/revisions/`)).status).toBe(403);
  });
});

describe('given API keys', () => {
  const KEYS = `${PATH}acme/api-keys/`;

  test('when one is made, then it is shown once, works, and dies when revoked', async () => {
    const made = await house.operator.post(KEYS, {
      label: 'night run',
      scopes: ['import', 'query', 'import'],
    });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const secret = String(made.body['api_key']);
    expect(made.body).toMatchObject({
      organisation: 'acme',
      label: 'night run',
      scopes: ['import', 'query'],
    });
    const client = callerOf(house.server, await tokenOf(house.server, secret));
    expect((await client.get('/v1/data-import/accounts/none/')).status).toBe(404);

    const listed = await house.operator.get(KEYS);
    expect(JSON.stringify(listed.body)).toContain('night run');
    expect(JSON.stringify(listed.body)).not.toContain(secret);

    const key = `${KEYS}${made.body['api_key_id']}/`;
    expect((await house.operator.remove(key)).status).toBe(204);
    expect((await house.operator.remove(key)).status).toBe(204);
    expect((await client.get('/v1/data-import/accounts/none/')).body['code']).toBe('invalid_token');
    expect((await obtainToken(house.server, secret)).json().errors[0].extensions.code).toBe(
      'invalid_api_key',
    );
  });

  test('when a secret is looked for in the database, then it is nowhere', async () => {
    const made = await house.operator.post(KEYS, { label: 'hidden', scopes: ['import'] });
    const { rows } = await house.pool.query<{ row: string }>(
      'SELECT k::text AS row FROM intake.api_keys k UNION ALL SELECT t::text FROM intake.access_tokens t',
    );
    const random = String(made.body['api_key']).slice(4);
    expect(
      rows.some(({ row }) => row.includes(random) || row.includes(Buffer.from(random).toString('hex'))),
    ).toBe(false);
  });

  test('when it has ended, then it gives no token', async () => {
    const made = await house.operator.post(KEYS, {
      label: 'over',
      scopes: ['import'],
      expires_at: '2020-01-01T00:00:00Z',
    });
    const answer = await obtainToken(house.server, String(made.body['api_key']));
    expect(answer.json().errors[0].extensions.code).toBe('invalid_api_key');
  });

  test.each([
    [{ label: 'x', scopes: ['operate'] }, 'invalid_choice', 'scopes.0'],
    [{ label: 'x', scopes: [] }, 'too_few_items', 'scopes'],
    [{ label: 'x', scopes: ['import'], expires_at: '2027-01-01' }, 'invalid_datetime', 'expires_at'],
    [
      { label: 'x', scopes: ['import'], expires_at: '2027-02-29T00:00:00Z' },
      'invalid_datetime',
      'expires_at',
    ],
  ])('when the body is %j, then it is refused: %s at %s', async (body, code, attr) => {
    const answer = await house.operator.post(KEYS, body);
    expect(answer.body.errors).toEqual([{ code, attr, detail: expect.any(String) }]);
  });

  test('when a key of another organisation, or none, is revoked, then there is nothing', async () => {
    const made = await house.operator.post(`${PATH}stranger/api-keys/`, { label: 'x', scopes: ['import'] });
    expect((await house.operator.remove(`${KEYS}${made.body['api_key_id']}/`)).status).toBe(404);
    expect((await house.operator.remove(`${KEYS}nonsense/`)).status).toBe(404);
    expect(
      (await house.operator.post(`${PATH}nobody/api-keys/`, { label: 'x', scopes: ['import'] })).status,
    ).toBe(404);
    expect((await house.operator.get(`${PATH}nobody/api-keys/`)).status).toBe(404);
  });
});
