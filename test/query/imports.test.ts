import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const bolt = historyOf('bolt');
const sixty = Array.from({ length: 60 }, (_, index) => `walk-${String(index).padStart(2, '0')}`);

describe('the query API on imports', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      acme.created(),
      acme.accepted('a/1 ü'),
      acme.complete('a/1 ü', 'A-1'),
      acme.planned('a/1 ü', 'opening_balance'),
      acme.accepted('a-2'),
      ...acme.failed('a-2', 'account_number_unavailable', 'account.number'),
      acme.accepted('a-3'),
      acme.cancelled('a-3'),
      acme.refused('a-4', 'invalid_phone_number', 'customers.0.landline'),
      acme.refused(null, 'required', 'external_identifier'),
      ...sixty.map((id) => acme.accepted(id)),
      bolt.created(),
      bolt.accepted('a-2'),
    );
  });
  afterAll(() => house.close());

  it('given a supplier, when it is listed, then accepted is the sum of the states, and refused stands beside', async () => {
    expect(await house.results('import-suppliers')).toEqual([
      expect.objectContaining({
        organisation: 'acme',
        import_supplier: 'orchard',
        status: 'ongoing',
        accepted: 63,
        waiting: 60,
        complete: 1,
        error: 1,
        cancelled: 1,
        refused: 2,
        post_imports_pending: 1,
      }),
    ]);
  });

  it('given a supplier, when it is asked for, then its resource types and errors are shown', async () => {
    const { status, body } = await house.get('import-suppliers/orchard');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      import_supplier: 'orchard',
      resource_types: [{ resource_type: 'account', accepted: 63, refused: 2 }],
      errors: [
        { code: 'account_number_unavailable', attr: 'account.number', processes: 1, refusals: 0 },
        { code: 'invalid_phone_number', attr: 'customers.0.landline', processes: 0, refusals: 1 },
        { code: 'required', attr: 'external_identifier', processes: 0, refusals: 1 },
      ],
    });
  });

  it('given a supplier, when its minutes are listed, then the newest come first, and say what ended how', async () => {
    const rates = await house.results('import-minutes?import_supplier=orchard&from=2026-01-01T00:01:00Z');
    expect(rates).toMatchObject([
      { minute: '2026-01-01T00:02:00.000Z', accepted: 0, complete: 1, error: 1, cancelled: 1 },
      { minute: '2026-01-01T00:01:00.000Z', accepted: 63, complete: 0, error: 0, cancelled: 0 },
    ]);
    expect(await house.results('import-minutes?before=2026-01-01T00:01:00Z')).toEqual([]);
  });

  it('given an identifier with a slash, when it is asked for percent-encoded, then its process is shown', async () => {
    const { status, body } = await house.get(`import-processes/${encodeURIComponent('a/1 ü')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      external_identifier: 'a/1 ü',
      state: 'complete',
      account_number: 'A-1',
      accepted_at: '2026-01-01T00:01:00.000Z',
      finished_at: '2026-01-01T00:02:00.000Z',
      post_imports: [{ task: 'opening_balance', state: 'pending' }],
    });
  });

  it.each([
    ['state=error', ['a-2']],
    ['state=cancelled', ['a-3']],
    ['error_code=account_number_unavailable', ['a-2']],
    ['account_number=A-1', ['a/1 ü']],
    ['external_identifier=a-3', ['a-3']],
    ['external_identifier_prefix=a', ['a-2', 'a-3', 'a/1 ü']],
    ['external_identifier_prefix=a-&state=error', ['a-2']],
    ['external_identifier_prefix=%25', []],
    ['import_supplier=elsewhere', []],
    ['organisation=bolt', []],
  ])('given processes, when filtered by %s, then those are listed', async (query, expected) => {
    const found = await house.results(`import-processes?${query}`);
    expect(found.map(({ external_identifier }) => external_identifier)).toEqual(expected);
  });

  it('given more rows than a page, when Link is followed while rows change, then each is met exactly once', async () => {
    const walked = await house.walk('import-processes?external_identifier_prefix=walk-&limit=7', (page) =>
      house.fixture.tell(acme.complete(sixty[page] ?? '', `W-${page}`), acme.complete(sixty[40] ?? '', 'W')),
    );
    expect(walked.map(({ external_identifier }) => external_identifier)).toEqual(sixty);
  });

  it('given two organisations with one identifier, when either asks, then it sees its own only', async () => {
    expect((await house.get('import-processes/a-2', 'acme')).body).toMatchObject({ state: 'error' });
    expect((await house.get('import-processes/a-2', 'bolt')).body).toMatchObject({ state: 'waiting' });
    expect((await house.get('import-processes/a-3', 'bolt')).status).toBe(404);
    expect((await house.get('import-processes/a-3?organisation=acme', 'bolt')).status).toBe(404);
    expect(await house.results('import-refusals', 'bolt')).toEqual([]);
    expect(await house.results('import-errors', 'bolt')).toEqual([]);
    expect(await house.results('import-suppliers', 'bolt')).toMatchObject([
      { organisation: 'bolt', accepted: 1 },
    ]);
  });

  it('given an operator, when asked, then all organisations are shown, and an ambiguous name is refused', async () => {
    expect(await house.results('import-suppliers', 'operator')).toHaveLength(2);
    const { status, body } = await house.get('import-processes/a-2', 'operator');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'failed_validation', errors: [{ attr: 'organisation' }] });
    expect((await house.get('import-processes/a-2?organisation=bolt', 'operator')).body).toMatchObject({
      organisation: 'bolt',
    });
  });

  it('given refusals, when listed, then each shows its faults', async () => {
    expect(await house.results('import-refusals?external_identifier=a-4')).toMatchObject([
      {
        code: 'account_failed_validation',
        errors: [{ code: 'invalid_phone_number', attr: 'customers.0.landline' }],
      },
    ]);
    expect(await house.results('import-refusals')).toHaveLength(2);
  });
});
