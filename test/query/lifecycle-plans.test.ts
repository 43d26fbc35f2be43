import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getSql, listSql, relatedSql } from '../../src/adapters/postgres/query-sql.js';
import { itemSources } from '../../src/adapters/postgres/query-views.js';
import { lists } from '../../src/query/index.js';
import { ReadModelFixture } from '../support/read-models.js';

const PROCESSES = 20_000;

/** Many processes of many accounts: each value that a filter asks for is that of a few. */
const FILL = `
  INSERT INTO supplier_lifecycles_v1.accounts (account_number, import_supplier, imported_by)
  SELECT 'A-' || n, 'supplier-' || n / 20, 'organisation-' || n / 20 FROM generate_series(1, ${PROCESSES}) n;
  INSERT INTO supplier_lifecycles_v1.processes
    (kind, known_by, reference, account_number_least, account_number_greatest, subtype, requested_at, completed_at, cancelled_at)
  SELECT CASE WHEN n % 200 = 0 THEN 'leave' ELSE 'join' END, CASE WHEN n % 1000 = 0 THEN 'id' ELSE 'number' END, n::text,
    'A-' || n, 'A-' || n, 'subtype-' || n / 20, '2026-01-01'::timestamptz + n * interval '1 minute',
    CASE WHEN n % 100 <> 0 THEN now() END, CASE WHEN n % 100 = 1 THEN now() END
  FROM generate_series(1, ${PROCESSES}) n;
  INSERT INTO supplier_lifecycles_v1.supply_points (kind, known_by, reference, market_name, external_identifier, requested_at)
  SELECT kind, known_by, reference, 'ELEC', reference, requested_at FROM supplier_lifecycles_v1.processes;
  INSERT INTO supplier_lifecycles_v1.status_changes (source, event_id, process_number, account_number, changed_at)
  SELECT 'engine', reference, reference, account_number_least, now() FROM supplier_lifecycles_v1.processes;
  ANALYZE supplier_lifecycles_v1.accounts, supplier_lifecycles_v1.processes, supplier_lifecycles_v1.supply_points,
    supplier_lifecycles_v1.status_changes;`;

const values = {
  organisation: 'organisation-7',
  import_supplier: 'supplier-7',
  account_number: 'A-77',
  process: '77',
  subtype: 'subtype-7',
  kind: 'leave',
  status: 'cancelled',
  stuck_since_before: '2026-01-01T05:00:00Z',
};

describe('the plans of lists of supplier lifecycles', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    await fixture.database.pool.query(FILL);
  });
  afterAll(() => fixture.database.drop());

  /** Most rows that any step of the plan looked at, once it was run. */
  async function rowsLookedAt(query: { text: string; values?: unknown[] }): Promise<number> {
    const { rows } = await fixture.database.pool.query<{ 'QUERY PLAN': readonly { Plan: Step }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${query.text}`,
      query.values ?? [],
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error('no plan');
    return Math.max(...stepsOf(plan).map(lookedAt));
  }

  it('given its filters, then each is tried here', () => {
    expect(Object.keys(lists['supplier-lifecycles'].filters).sort()).toEqual(Object.keys(values).sort());
  });

  it.each(Object.entries(values))(
    'given the filter %s, then it is found by an index',
    async (name, value) => {
      const query = listSql({
        list: 'supplier-lifecycles',
        organisation: null,
        filters: new Map([[name, value]]),
        after: undefined,
        limit: 50,
      });
      expect(await rowsLookedAt(query)).toBeLessThan(PROCESSES / 20);
    },
  );

  it('given a page in the middle, then it begins at its place', async () => {
    const query = listSql({
      list: 'supplier-lifecycles',
      organisation: null,
      filters: new Map(),
      after: ['join', 'number', '15000'],
      limit: 50,
    });
    expect(await rowsLookedAt(query)).toBeLessThan(PROCESSES / 20);
  });

  it.each(itemSources['supplier-lifecycles'].related)(
    'given a process, then its $field are found by an index',
    async (source) => {
      const query = relatedSql(source, { kind: 'join', known_by: 'number', process: '77' }, 'organisation-3');
      expect(await rowsLookedAt(query)).toBeLessThan(PROCESSES / 20);
    },
  );

  it('given a number alone, then its process is found by an index', async () => {
    const known = { process: '77', known_by: 'number' };
    const query = getSql({ item: 'supplier-lifecycles', organisation: 'organisation-3', known });
    expect(await rowsLookedAt(query)).toBeLessThan(PROCESSES / 20);
  });
});

interface Step {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Step[];
}

const stepsOf = (step: Step): readonly Step[] => [step, ...(step.Plans ?? []).flatMap(stepsOf)];

const lookedAt = (step: Step) =>
  step['Actual Loops'] *
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0));
