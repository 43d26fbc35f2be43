import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, told, toldUnknown } from '../support/projection-spec.js';
import { historyOf } from './history.js';
import { QueryHouse } from './house.js';

const acme = historyOf('acme');
const bolt = historyOf('bolt', 'meadow');
const nobody = { organisation: null, importSupplier: null, source: 'billing' };

/** Types that call a process of collection by its `number` and tell whose it is, with what else they must tell. */
const collectionSteps: readonly (readonly [string, object])[] = [
  ['collection_process.leave_supplier_instigated', { leave_supplier_process_number: 'L-1' }],
  ['collection_process.paused', { source: 'job', active_pause_reasons: [] }],
  ['collection_process.raised', { ledger: 'L', config_code: 'STD' }],
  ['collection_process.unpaused', { source: 'job' }],
  ['collection_process.withdrawn', { external_reference: 'X' }],
];

describe('events and timelines', () => {
  let house: QueryHouse;
  beforeAll(async () => {
    house = await QueryHouse.open();
    await house.fixture.tell(
      acme.accepted('a-1'),
      ...acme.account('A-1', 7),
      acme.complete('a-1', 'A-1', 5),
      ...bolt.account('B-1', 8),
      ...acme.account('A-2', 9),
      // Of things of A-1, by systems that know nothing of organisations; the subject does not help.
      told('agreement.revoked', 'v1', 20, { agreement_id: 7 }, { ...nobody, id: 'revoked' }),
      told('account_user.password_changed', 'v1', 21, { user_id: 7 }, { ...nobody, id: 'password' }),
      told('account.occupied', 'v1', 22, { account_number: 'A-1' }, { ...nobody, id: 'occupied' }),
      // bolt says that agreement 7 is its account's.
      told(
        'agreement.created',
        'v1',
        23,
        { agreement_id: 7, account_number: 'B-1', valid_from: '2026-01-01', product_code: 'FIX' },
        { organisation: 'bolt', source: 'bolt/crm', id: 'claim' },
      ),
    );
  });
  afterAll(() => house.close());

  const ids = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map((row) => row['event_id']);
  const types = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map((row) => row['event_type']);

  it('given a timeline, then it has the events of the account and of what is linked to it, newest first', async () => {
    const rows = await house.results('accounts/A-1/timeline');
    expect(ids(rows).slice(0, 3)).toEqual(['occupied', 'password', 'revoked']);
    expect(rows.slice(0, 3)).toMatchObject([
      { linked_by: null, account_number: 'A-1', organisation: 'acme', occurred_at: at(22) },
      { linked_by: 'user/7', account_number: 'A-1', organisation: 'acme' },
      { linked_by: 'agreement/7', account_number: 'A-1', organisation: 'acme' },
    ]);
    expect(types(rows)).toEqual(
      expect.arrayContaining(['import.accepted', 'data_import.import_process.complete', 'account.created']),
    );
    const times = rows.map((row) => String(row['occurred_at']));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(ids(rows)).size).toBe(rows.length);
  });

  it('given a link that only an organisation claims, then it opens nothing of what is not its own', async () => {
    expect(ids(await house.results('accounts/B-1/timeline', 'bolt'))).toContain('claim');
    expect(ids(await house.results('accounts/B-1/timeline', 'bolt'))).not.toContain('revoked');
    expect(ids(await house.results('accounts/B-1/timeline', 'operator'))).toContain('revoked');
  });

  it.each(collectionSteps)(
    'given %s, which alone names process and account, then the timeline has what names the process alone',
    async (type, data) => {
      const number = `C-${type}`;
      const account_number = 'A-2';
      const reactivated = `reactivated ${number}`;
      await house.fixture.tell(
        toldUnknown(
          type,
          'v1',
          40,
          { number, account_number, ...data },
          { organisation: 'acme', subject: null },
        ),
        told(
          'collection_process.reactivated',
          'v1',
          41,
          { number },
          {
            organisation: 'acme',
            subject: null,
            id: reactivated,
          },
        ),
      );
      const rows = await house.results('accounts/A-2/timeline?event_type=collection_process.reactivated');
      expect(rows.find(({ event_id }) => event_id === reactivated)).toMatchObject({
        linked_by: `collection_process/${number}`,
      });
    },
  );

  it("given another organisation's account, then its timeline is empty, as is that of one nobody has told of", async () => {
    expect(await house.results('accounts/A-1/timeline', 'bolt')).toEqual([]);
    expect(await house.results('accounts/A-404/timeline')).toEqual([]);
  });

  it('given filters, then a timeline keeps to them', async () => {
    const of = (filter: string) => house.results(`accounts/A-1/timeline?${filter}`).then(ids);
    expect(await of('event_type=agreement.revoked')).toEqual(['revoked']);
    expect(await of('from=2026-01-01T00:21:00Z')).toEqual(['occupied', 'password']);
    expect(await of('from=2026-01-01T00:20:00Z&before=2026-01-01T00:21:00Z')).toEqual(['revoked']);
    expect(await house.get('accounts/A-1/timeline?from=yesterday')).toMatchObject({ status: 400 });
  });

  it('given pages of two, when they are walked, then every event is met once', async () => {
    const all = await house.results('accounts/A-1/timeline?limit=200');
    expect(ids(await house.walk('accounts/A-1/timeline?limit=2'))).toEqual(ids(all));
    const listed = await house.results('events?limit=200');
    expect(ids(await house.walk('events?limit=3'))).toEqual(ids(listed));
  });

  it('given the list of events, then an organisation sees its own and an operator all', async () => {
    const own = await house.results('events?limit=200');
    expect(own.length).toBeGreaterThan(8);
    expect(own.every((row) => row['organisation'] === 'acme')).toBe(true);
    expect(own.every((row) => !('data' in row))).toBe(true);
    expect(ids(await house.results('events?limit=200', 'operator'))).toEqual(
      expect.arrayContaining(['occupied', 'claim', ...ids(own)]),
    );
  });

  it.each([
    ['event_id=revoked', ['agreement.revoked']],
    ['event_type=account.occupied', ['account.occupied']],
    ['account_number=A-1&from=2026-01-01T00:06:00Z', ['account.occupied']],
    ['key=A-1&event_type=agreement.created', ['agreement.created']],
    ['import_supplier=orchard&event_type=import.accepted', ['import.accepted']],
    ['organisation=bolt&event_type=account.created', ['account.created']],
    ['before=2025-01-01T00:00:00Z', []],
  ])('given the filter %s, then only such events are listed', async (filter, expected) => {
    expect(types(await house.results(`events?${filter}`, 'operator'))).toEqual(expected);
  });

  it('given an id, then the event comes with its payload', async () => {
    const { body } = await house.get('events/claim', 'bolt');
    expect(body).toMatchObject({ event_id: 'claim', data: { agreement_id: 7, account_number: 'B-1' } });
    expect(await house.get('events/claim')).toMatchObject({ status: 404 });
  });

  it('given one id of two sources, then the source has to be said', async () => {
    const twin = (source: string) =>
      told('account.occupied', 'v1', 30, { account_number: 'A-1' }, { ...nobody, source, id: 'twin' });
    await house.fixture.tell(twin('billing'), twin('crm'));
    expect(await house.get('events/twin', 'operator')).toMatchObject({
      status: 400,
      body: { errors: [{ attr: 'source' }] },
    });
    expect(await house.get('events/twin?source=crm', 'operator')).toMatchObject({ body: { source: 'crm' } });
  });
});
