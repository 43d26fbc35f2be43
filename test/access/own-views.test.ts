import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { aboutWhom, listSql } from '../../src/adapters/postgres/query-sql.js';
import { ownViews } from '../../src/adapters/postgres/query-views.js';
import { inSnapshot } from '../../src/adapters/postgres/reading.js';
import { type KeyValue, type ListName, lists, type Row } from '../../src/query/index.js';
import { liveVersions, ReadModelFixture } from '../support/read-models.js';

const accounts = `account_state_v${liveVersions['account-state']}`;
const lifecycles = `supplier_lifecycles_v${liveVersions['supplier-lifecycles']}`;
const history = `event_history_v${liveVersions['event-history']}`;

/** Everything that can be told of whose a thing is, numbered. */
const OWNERS = `
  SELECT row_number() OVER (ORDER BY imported_by, least, greatest) AS o, * FROM
    (VALUES (NULL), ('acme'), ('bolt')) i (imported_by),
    (VALUES (NULL, NULL), ('acme', 'acme'), ('bolt', 'bolt'), ('acme', 'bolt')) p (least, greatest)`;

/** Each with each: things by what is told of them, on accounts by what is told of those, on no account and on one unheard of. */
const FILL = `
  CREATE TEMPORARY TABLE owners AS ${OWNERS};
  INSERT INTO ${accounts}.accounts (account_number, imported_by, published_by_least, published_by_greatest, import_supplier)
  SELECT 'A-' || o, imported_by, least, greatest, 'supplier-' || o % 2 FROM owners;
  CREATE TEMPORARY TABLE things AS
  SELECT row_number() OVER (ORDER BY o, account) AS n, owners.*, account
  FROM owners, (SELECT 'A-' || o FROM owners UNION ALL VALUES (NULL), ('A-unheard-of')) a (account);
  INSERT INTO ${accounts}.agreements (agreement_id, account_number, imported_by, published_by_least, published_by_greatest, product_code)
  SELECT n, account, imported_by, least, greatest, 'product-' || n % 2 FROM things;
  INSERT INTO ${accounts}.conversations (conversation_relay_id, account_number, imported_by, published_by_least, published_by_greatest, state)
  SELECT 'c-' || n, account, imported_by, least, greatest, CASE n % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'closed' END FROM things;
  INSERT INTO ${history}.account_owners SELECT 'A-' || o, imported_by FROM owners WHERE imported_by IS NOT NULL;
  INSERT INTO ${history}.events (partition, sequence, event_id, source, event_type, event_version, is_internal, occurred_at, key,
    import_supplier, organisation, account_number, data)
  SELECT n % 3, n, 'e-' || n, 'engine', 'type-' || n % 2, 'v1', false, '2026-01-01'::timestamptz + n / 4 * interval '1 minute',
    'k-' || n % 5, 'supplier-' || n % 2, coalesce(imported_by, least), account, '{}' FROM things;
  INSERT INTO ${lifecycles}.accounts (account_number, imported_by, published_by_least, published_by_greatest, import_supplier)
  SELECT 'A-' || o, imported_by, least, greatest, 'supplier-' || o % 2 FROM owners;
  -- What is told under an id or of an unknown kind shows in the row of the number, where that is of the same account.
  INSERT INTO ${lifecycles}.processes (kind, known_by, reference, process_number, imported_account_number, requested_at)
  SELECT k.kind, k.known_by, k.prefix || o, CASE k.known_by WHEN 'id' THEN 'N-' || o END,
    'A-' || CASE WHEN k.is_same THEN o ELSE 1 + o % 12 END, now()
  FROM owners, (VALUES ('leave', 'number', 'N-', true), ('leave', 'id', 'I-', true), ('leave', 'id', 'J-', false),
    ('unknown', 'number', 'N-', true), ('unknown', 'number', 'M-', true), ('join', 'number', 'J-', true)) k (kind, known_by, prefix, is_same);
  DROP TABLE owners, things;`;

const withOwnViews = Object.keys(ownViews) as ListName[];

/** Filters that each list is asked with. */
const filtersOf: Partial<Record<ListName, Readonly<Record<string, string>>>> = {
  accounts: { import_supplier: 'supplier-1', account_number_prefix: 'A-1' },
  agreements: { account_number: 'A-3', product_code: 'product-1' },
  conversations: { account_number: 'A-3', status: 'unknown' },
  'supplier-lifecycles': { kind: 'leave', status: 'requested', account_number: 'A-3' },
  events: {
    event_id: 'e-50',
    event_type: 'type-1',
    account_number: 'A-3',
    key: 'k-3',
    import_supplier: 'supplier-1',
    from: '2026-01-01T00:20:00Z',
    before: '2026-01-01T00:20:00Z',
  },
};

const cases = withOwnViews.flatMap((list) =>
  [{}, ...Object.entries(filtersOf[list] ?? {}).map(([name, value]) => ({ [name]: value }))].map(
    (filters) => [list, filters] as const,
  ),
);

describe('given things of which everything possible is told of whose they are', () => {
  let fixture: ReadModelFixture;
  let pool: Pool;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    pool = fixture.database.pool;
    await pool.query(FILL);
  });
  afterAll(() => fixture.database.drop());

  /** All rows of a list, by the view of the list alone, or page by page. */
  async function rowsOf(reader: string | null, list: ListName, filters: object, pageOf?: number) {
    const rows: Row[] = [];
    for (let after: KeyValue[] | undefined; ; ) {
      const request = { list, organisation: reader, filters: new Map(Object.entries(filters)), after };
      const query = listSql({ ...request, limit: pageOf });
      const found = await inSnapshot(pool, reader, (client) => client.query<Row>(query), aboutWhom(request));
      if (pageOf === undefined) return found.rows;
      const page = found.rows.slice(0, pageOf);
      rows.push(...page);
      if (found.rows.length <= pageOf) return rows;
      after = Object.keys(lists[list].key).map((field) => page.at(-1)?.[field] as KeyValue);
    }
  }

  it.each(cases)(
    'when %s are asked for page by page with %j, then they are those of the list',
    async (list, filters) => {
      for (const reader of ['acme', 'bolt']) {
        const rows = await rowsOf(reader, list, filters);
        expect(await rowsOf(reader, list, filters, 3), reader).toEqual(rows);
        expect(new Set(rows.map((row) => row['organisation']))).toEqual(
          new Set(rows.length > 0 ? [reader] : []),
        );
        const asked = { ...filters, organisation: reader };
        expect(await rowsOf(null, list, asked, 3), `an operator about ${reader}`).toEqual(
          await rowsOf(null, list, asked),
        );
      }
    },
  );

  it.each(withOwnViews)('when %s are asked for, then each has some, and some are of nobody', async (list) => {
    const sizes = await Promise.all(
      ['acme', 'bolt', null].map(async (reader) => (await rowsOf(reader, list, {})).length),
    );
    const [acme = 0, bolt = 0, all = 0] = sizes;
    expect(Math.min(acme, bolt)).toBeGreaterThan(3);
    expect(all).toBeGreaterThan(acme + bolt);
  });

  test('when an organisation asks for the things of another, then there are none', async () => {
    for (const list of withOwnViews)
      expect(await rowsOf('acme', list, { organisation: 'bolt' }, 3)).toEqual([]);
  });

  test('when nobody is named, then the views of own things have none', async () => {
    for (const view of Object.values(ownViews).flat()) {
      const { rows } = await inSnapshot(pool, null, (client) => client.query(`SELECT * FROM ${view}`));
      expect(rows, view).toEqual([]);
    }
  });
});
