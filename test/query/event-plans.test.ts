import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutWhom, getSql, listSql } from '../../src/adapters/postgres/query-sql.js';
import { inSnapshot } from '../../src/adapters/postgres/reading.js';
import { type ListName, type ListRequest, lists } from '../../src/query/index.js';
import { ReadModelFixture } from '../support/read-models.js';
import { rowsLookedAt } from './plans.js';

const EVENTS = 30_000;

/** Many events of many accounts, in all three partitions: each value that a filter asks for is that of a few. */
const FILL = `
  INSERT INTO event_history_v2.events (partition, sequence, event_id, source, event_type, event_version, is_internal,
    occurred_at, key, import_supplier, organisation, account_number, entity, data)
  SELECT n % 3, n / 3, 'e-' || n, 'engine', 'type-' || n / 20, 'v1', false, '2026-01-01'::timestamptz + n * interval '1 minute',
    'k-' || n / 20, 'supplier-' || n / 20, 'organisation-' || n / 20, CASE WHEN n % 2 = 0 THEN 'A-' || n / 20 END,
    'agreement/' || n / 20, '{}'
  FROM generate_series(1, ${EVENTS}) n;
  INSERT INTO event_history_v2.links SELECT 'agreement/' || n, 'A-' || n, true FROM generate_series(1, ${EVENTS / 20}) n;
  INSERT INTO event_history_v2.account_owners SELECT 'A-' || n, 'organisation-' || n FROM generate_series(1, ${EVENTS / 20}) n;
  ANALYZE event_history_v2.events, event_history_v2.links, event_history_v2.account_owners;`;

/** Ten times as many, a twentieth of one organisation, of which a third under one import supplier. */
const MUCH_OF_ONE = `
  INSERT INTO event_history_v2.events (partition, sequence, event_id, source, event_type, event_version, is_internal,
    occurred_at, key, import_supplier, organisation, data)
  SELECT n % 3, n / 3, 'f-' || n, 'engine', 'type', 'v1', false, '2026-01-01'::timestamptz + n * interval '1 minute', 'k',
    CASE WHEN n % 60 = 0 THEN 'supplier-of-many' END, CASE WHEN n % 20 = 0 THEN 'organisation-of-many' END, '{}'
  FROM generate_series(1, ${10 * EVENTS}) n;
  ANALYZE event_history_v2.events`;

const values: Readonly<Record<string, string>> = {
  event_id: 'e-77',
  event_type: 'type-7',
  account_number: 'A-77',
  key: 'k-7',
  organisation: 'organisation-7',
  import_supplier: 'supplier-7',
  from: '2026-01-21T16:00:00Z',
  before: '2026-01-01T05:00:00Z',
};

const page = (
  list: ListName,
  filters: readonly (readonly [string, string])[],
  within?: string,
): ListRequest => ({
  list,
  organisation: null,
  within,
  filters: new Map(filters),
  after: undefined,
  limit: 50,
});

describe('the plans of lists of events', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    await fixture.database.pool.query(FILL);
  });
  afterAll(() => fixture.database.drop());

  const lookedAt = (request: ListRequest) =>
    inSnapshot(
      fixture.database.pool,
      request.organisation,
      (client) => rowsLookedAt(client, listSql(request)),
      aboutWhom(request),
    );

  it('given the filters of events, then each is tried here', () => {
    expect(Object.keys(lists.events.filters).sort()).toEqual(Object.keys(values).sort());
  });

  it.each(Object.entries(values))(
    'given the filter %s, then it is found by an index, for an operator and for an organisation',
    async (name, value) => {
      const request = page('events', [[name, value]]);
      expect(await lookedAt(request)).toBeLessThan(EVENTS / 20);
      expect(await lookedAt({ ...request, organisation: 'organisation-7' })).toBeLessThan(EVENTS / 20);
    },
  );

  it('given an organisation that has far more than is guessed behind a policy, then its page is read in order', async () => {
    await fixture.database.pool.query(MUCH_OF_ONE);
    const request = page('events', [['import_supplier', 'supplier-of-many']]);
    expect(await lookedAt({ ...request, organisation: 'organisation-of-many' })).toBeLessThan(EVENTS / 20);
  });

  it('given a page in the middle, then it begins at its place', async () => {
    const after = ['2026-01-10T00:00:00.000Z', 1, 5000];
    const request = { ...page('events', []), organisation: 'organisation-700', after };
    expect(await lookedAt(request)).toBeLessThan(EVENTS / 20);
  });

  it('given an id, then the event is found by an index', async () => {
    const query = getSql({ item: 'events', organisation: 'organisation-3', known: { event_id: 'e-77' } });
    expect(await rowsLookedAt(fixture.database.pool, query)).toBeLessThan(EVENTS / 20);
  });

  it.each(Object.keys(lists['account-timeline'].filters))(
    'given the timeline of an account and the filter %s, then both halves are found by an index',
    async (name) => {
      const filter = [name, values[name] ?? ''] as const;
      expect(await lookedAt(page('account-timeline', [filter], 'A-77'))).toBeLessThan(EVENTS / 20);
    },
  );
});
