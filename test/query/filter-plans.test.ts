import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutWhom, listSql } from '../../src/adapters/postgres/query-sql.js';
import { inSnapshot } from '../../src/adapters/postgres/reading.js';
import { type ListName, lists } from '../../src/query/index.js';
import { liveVersions, ReadModelFixture } from '../support/read-models.js';
import { rowsLookedAt } from './plans.js';

const ROWS = 20_000;
const FEW = ROWS / 20;
const imports = `import_progress_v${liveVersions['import-progress']}`;
const accounts = `account_state_v${liveVersions['account-state']}`;

/** Of every other thing only others told: it goes with its account. */
const STATED = "CASE WHEN n % 2 = 0 THEN 'organisation-' || n / 20 END";

/** Many rows of many organisations: each value that a filter asks for is that of a few, but for states of the most. */
const FILL = `
  INSERT INTO ${imports}.processes (organisation, resource_type, external_identifier, accepted, import_supplier, state, attempt,
    account_number, error_code)
  SELECT 'organisation-' || n / 20, CASE WHEN n % 200 = 0 THEN 'order' ELSE 'account' END, 'p-' || n, true, 'supplier-' || n / 20,
    CASE WHEN n % 100 = 0 THEN 'error' WHEN n % 100 = 1 THEN 'waiting' WHEN n % 100 = 2 THEN 'cancelled' ELSE 'complete' END, 1,
    'A-' || n, CASE WHEN n % 100 = 0 THEN 'code-' || n / 1000 END
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${imports}.post_imports (organisation, resource_type, external_identifier, task, import_supplier, state)
  SELECT 'organisation-' || n / 20, 'account', 'p-' || n, 'task-' || n % 3, 'supplier-' || n / 20,
    CASE WHEN n % 100 = 0 THEN 'error' WHEN n % 100 = 1 THEN 'pending' ELSE 'complete' END
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${imports}.refusals (event_id, organisation, import_supplier, resource_type, external_identifier, code, errors, refused_at)
  SELECT 'e-' || n, 'organisation-' || n / 20, 'supplier-' || n / 20, 'account', 'p-' || n, 'code-' || n / 100, '[]', now()
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${accounts}.accounts (account_number, import_supplier, imported_by)
  SELECT 'A-' || n, 'supplier-' || n / 20, 'organisation-' || n / 20 FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${accounts}.agreements (agreement_id, account_number, product_code, imported_by)
  SELECT n, 'A-' || n, 'product-' || n / 20, ${STATED} FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${accounts}.conversations (conversation_relay_id, account_number, state, imported_by)
  SELECT 'c-' || n, 'A-' || n, CASE WHEN n % 100 = 0 THEN 'snoozed' WHEN n % 100 = 1 THEN 'awaiting_customer' ELSE 'closed' END, ${STATED}
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO ${imports}.minute_counts (organisation, import_supplier, resource_type, minute, partition, accepted, complete, error, cancelled)
  SELECT 'organisation-' || n / 20, 'supplier-' || n / 20, 'account', '2026-01-01'::timestamptz + n * interval '1 minute', 0, 1, 1, 0, 0
  FROM generate_series(1, ${ROWS}) n;
  INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type, event_version,
    reason, detail, payload, envelope, appended_at)
  SELECT 'account-state', ${liveVersions['account-state']}, n % 3, n, 'k-' || n, 'e-' || n, 'type-' || n / 20, 'v1',
    CASE WHEN n % 100 = 0 THEN 'fold_failed' ELSE 'behind_parked' END, '', '', '{}', now()
  FROM generate_series(1, ${ROWS}) n;
  ANALYZE`;

const processes = {
  organisation: 'organisation-7',
  external_identifier: 'p-77',
  import_supplier: 'supplier-7',
  account_number: 'A-77',
  error_code: 'code-7',
  external_identifier_prefix: 'p-77',
  state: 'error',
};

/** By list and filter: a value that few rows have, or that the first of them have. */
const values: Partial<Record<ListName, Readonly<Record<string, string>>>> = {
  'import-processes': { ...processes, resource_type: 'account' },
  orders: { ...processes, external_identifier: 'p-200', account_number: 'A-200', state: 'complete' },
  'post-imports': {
    organisation: 'organisation-7',
    resource_type: 'account',
    external_identifier: 'p-77',
    task: 'task-1',
    state: 'error',
  },
  'import-refusals': {
    organisation: 'organisation-7',
    import_supplier: 'supplier-7',
    resource_type: 'account',
    external_identifier: 'p-77',
    code: 'code-7',
    external_identifier_prefix: 'p-77',
  },
  accounts: {
    organisation: 'organisation-7',
    import_supplier: 'supplier-7',
    account_number_prefix: 'A-77',
  },
  agreements: { organisation: 'organisation-7', account_number: 'A-77', product_code: 'product-7' },
  conversations: { organisation: 'organisation-7', account_number: 'A-77', status: 'snoozed' },
  'import-minutes': {
    organisation: 'organisation-7',
    import_supplier: 'supplier-7',
    resource_type: 'account',
    from: '2026-01-14T12:00:00Z',
    before: '2026-01-01T05:00:00Z',
  },
};

/** One that comes late, in whatever order a list has. */
const SOME = 'organisation-977';

const cases = Object.entries(values).flatMap(([list, filters]) =>
  Object.entries(filters).map(([name, value]) => [list as ListName, name, value] as const),
);

describe('the plans of lists', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    await fixture.database.pool.query(FILL);
  });
  afterAll(() => fixture.database.drop());

  const lookedAt = (organisation: string | null, list: ListName, filters: ReadonlyMap<string, string>) =>
    inSnapshot(
      fixture.database.pool,
      organisation,
      (client) => rowsLookedAt(client, listSql({ list, organisation, filters, after: undefined, limit: 50 })),
      aboutWhom({ organisation, filters }),
    );

  it('given their filters, then each is tried here', () => {
    for (const [list, filters] of Object.entries(values) as [ListName, object][])
      expect(Object.keys(filters).sort()).toEqual(Object.keys(lists[list].filters).sort());
  });

  it.each(cases)('given %s by %s, then an operator finds it by an index', async (list, name, value) => {
    expect(await lookedAt(null, list, new Map([[name, value]]))).toBeLessThan(FEW);
  });

  it.each(cases)(
    'given %s by %s, then an organisation finds its own by an index',
    async (list, name, value) => {
      // Of this organisation are the rows that the values name, where they name one.
      const organisation = `organisation-${name.startsWith('external') || name === 'account_number' ? 3 : 7}`;
      expect(await lookedAt(organisation, list, new Map([[name, value]]))).toBeLessThan(FEW);
    },
  );

  const listsTried = Object.keys(values) as ListName[];
  it.each(listsTried)(
    'given %s without a filter, then an organisation of few finds its own by an index',
    async (list) => {
      expect(await lookedAt(SOME, list, new Map())).toBeLessThan(FEW);
    },
  );

  it.each(listsTried)(
    'given %s of an organisation, then an operator finds them by an index',
    async (list) => {
      expect(await lookedAt(null, list, new Map([['organisation', SOME]]))).toBeLessThan(FEW);
    },
  );

  // Their number is capped; those behind a key are not.
  it('given parked events by key, then they are found by an index', async () => {
    expect(await lookedAt(null, 'parked-events', new Map([['key', 'k-77']]))).toBeLessThan(FEW);
  });
});
