import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import accountState from '../../projections/account-state/projection.js';
import { schemaOf } from '../../src/adapters/postgres/projection-definition.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { historyOf } from '../query/history.js';
import { histories } from '../support/histories.js';
import { told } from '../support/projection-spec.js';
import { ReadModelFixture, readModels } from '../support/read-models.js';
import { Reader } from './reader.js';

/** Columns that list what others own, too: an organisation is told of its own part. */
const PARTLY_OF_OTHERS: Readonly<Record<string, string>> = { contracts: 'account_numbers' };

/** An operator's timeline also has what a link leads to that nobody vouches for; an organisation's has not. */
const WIDER_FOR_OPERATORS = ['account_timeline'];

/** Tables whose rows name no organisation, and are shown to operators alone. */
const OF_NOBODY = ['import_progress_v2.foreign_outcomes'];

/** Tables of projections that views are made of. */
const SHOWN_TABLES = `
  SELECT DISTINCT t.oid::regclass::text AS name
  FROM pg_rewrite r
  JOIN pg_class v ON v.oid = r.ev_class AND v.relkind = 'v' AND v.relnamespace = 'read_model'::regnamespace
  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
  JOIN pg_class t ON t.oid = d.refobjid AND t.relkind = 'r'
  WHERE t.relnamespace::regnamespace::text = ANY ($1) ORDER BY 1`;

const OWNED_VIEWS = `
  SELECT v.relname AS name FROM pg_class v
  WHERE v.relkind = 'v' AND v.relnamespace = 'read_model'::regnamespace
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = v.oid AND a.attname = 'organisation') ORDER BY 1`;

describe('given any history of one organisation and of nobody', () => {
  let fixture: ReadModelFixture;
  let reader: Reader;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    reader = new Reader(fixture.database.pool);
  });
  afterAll(() => fixture.database.drop());

  const names = async (sql: string, ...values: unknown[]) =>
    (await fixture.database.pool.query<{ name: string }>(sql, values)).rows.map(({ name }) => name);

  /** The rows of a view that are told to be the organisation's, as `reader` sees them. */
  async function rowsOfAcme(asReader: string | null, view: string): Promise<string[]> {
    const partly = PARTLY_OF_OTHERS[view];
    const rows = await reader.rows(asReader, `read_model.${view}`);
    return rows
      .filter((row) => row['organisation'] === 'acme')
      .map((row) => JSON.stringify(partly === undefined ? row : { ...row, [partly]: null }))
      .sort();
  }

  test('then the organisation sees every row that is told to be its own, as an operator does', async () => {
    const catalogue = await loadCatalogue();
    const sizes = { minLength: 300, maxLength: 400 };
    const history = fc.tuple(
      ...readModels.map((projection) => histories(catalogue, projection, sizes, ['acme'])),
    );
    const views = (await names(OWNED_VIEWS)).filter((view) => !WIDER_FOR_OPERATORS.includes(view));
    const tables = await names(SHOWN_TABLES, readModels.map(schemaOf));
    await fixture.tell(...historyOf('acme').account('A-1', 7));
    const filled = new Set<string>();
    await fc.assert(
      // Told by its seed alone: the events of a run are too many to read, or to make fewer.
      fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
        await fixture.tell(...fc.sample(history, { numRuns: 1, seed }).flat(2));
        for (const view of views) {
          const expected = await rowsOfAcme(null, view);
          expect(await rowsOfAcme('acme', view), view).toEqual(expect.arrayContaining(expected));
          if (expected.length > 0) filled.add(view);
        }
      }),
      { numRuns: 4 },
    );
    // It proves nothing of what is empty.
    expect([...filled].sort()).toEqual(views);
    for (const table of tables) {
      const [seen, all] = [await reader.rows('acme', table), await reader.rows(null, table)];
      const isShown = all.length > 0 && !OF_NOBODY.includes(table);
      expect(seen.length > 0, `acme sees rows of ${table}`).toBe(isShown);
    }
  });

  test('when nobody publishes a user of its account and of another, then it sees the link to its own', async () => {
    const linked_accounts = [{ number: 'A-1' }, { number: 'of-nobody' }];
    const user = { user_id: 70, user_number: 'U-70', user_email: 'bo@example.com', linked_accounts };
    await fixture.tell(
      ...historyOf('acme').account('A-1', 7),
      told('account_user.created', 'v1', 1, user, { source: 'crm' }),
    );
    const rows = await reader.rows('acme', 'read_model.account_users');
    expect(rows.filter(({ user_id }) => Number(user_id) === 70)).toMatchObject([
      { account_number: 'A-1', organisation: 'acme' },
    ]);
  });

  test('when an agreement of another names a contract that nobody published, then it sees nothing of that', async () => {
    const contract = { contract_identifier: 'K-shared', occurred_at: 'then' };
    const agreement = {
      valid_from: '2026-01-01',
      product_code: 'FIX',
      account_contract_identifier: 'K-shared',
    };
    const agreed = (agreement_id: number, organisation: string) =>
      told(
        'agreement.created',
        'v1',
        2,
        { ...agreement, agreement_id, account_number: 'A-1' },
        { organisation },
      );
    const subjects = [{ type: 'ELEC', identifier: '2000', effective_from: 'a', effective_to: 'b' }];
    await fixture.tell(
      told('contracts.subject-amended', 'v1', 1, { ...contract, added: subjects, updated: [], removed: [] }),
      agreed(91, 'acme'),
    );
    const seen = async () => {
      const relations = ['read_model.contracts', `${schemaOf(accountState)}.contract_subjects`];
      const rows = await Promise.all(relations.map((relation) => reader.rows('acme', relation)));
      return rows.flat().filter((row) => row['contract_identifier'] === 'K-shared').length;
    };
    expect(await seen()).toBe(2);
    await fixture.tell(agreed(92, 'bolt'));
    expect(await seen()).toBe(0);
  });
});
