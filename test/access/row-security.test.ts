import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { ownViews } from '../../src/adapters/postgres/query-views.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { packageRoot } from '../../src/package-root.js';
import { historyOf } from '../query/history.js';
import { histories } from '../support/histories.js';
import { createTestDatabase } from '../support/postgres.js';
import { ReadModelFixture, readModels } from '../support/read-models.js';
import { Reader, readableRelations } from './reader.js';

let fixture: ReadModelFixture;
let reader: Reader;
beforeAll(async () => {
  fixture = await ReadModelFixture.make();
  reader = new Reader(fixture.database.pool);
  for (const organisation of ['acme', 'bolt']) await takeIn(organisation);
});
afterAll(() => fixture.database.drop());

/** Rows of an organisation in the tables of intake and importer, and of everybody in the read models. */
async function takeIn(organisation: string): Promise<void> {
  const { pool } = fixture.database;
  const values = [organisation];
  await pool.query('INSERT INTO intake.organisations (organisation, name) VALUES ($1, $1)', values);
  await pool.query(
    `INSERT INTO intake.import_suppliers (organisation, import_supplier, status, root_location)
     VALUES ($1, 'orchard', 'ongoing', $1)`,
    values,
  );
  await pool.query(
    `INSERT INTO intake.api_keys (organisation, label, scopes, secret_sha256)
     VALUES ($1, $1, '{query}', sha256($1::text::bytea))`,
    values,
  );
  await pool.query(
    `INSERT INTO intake.import_processes (organisation, resource_type, external_identifier, import_supplier, payload,
       payload_sha256, accepted_event_id, correlation_id, expiry_window_end)
     VALUES ($1, 'account', '1', 'orchard', '{}', '', '1', '1', now())`,
    values,
  );
  await pool.query(
    `INSERT INTO importer.account_numbers (account_number, organisation, resource_type, external_identifier)
     VALUES ('N-' || $1, $1, 'account', '1')`,
    values,
  );
  await pool.query(
    `INSERT INTO importer.post_import_tasks (organisation, resource_type, external_identifier, import_supplier, task,
       account_number, input, causation_id, correlation_id)
     VALUES ($1, 'account', '1', 'orchard', 'opening_balance', 'N', '{}', '1', '1')`,
    values,
  );
  const { account, accepted, complete, created, failed, planned, refused } = historyOf(organisation);
  await fixture.tell(
    created(),
    accepted('1'),
    complete('1', `N-${organisation}`),
    accepted('2'),
    ...failed('2', 'account_number_unavailable', 'account.number'),
    refused('3', 'required', 'customers'),
    planned('1', 'opening_balance'),
    ...account(`N-${organisation}`, organisation === 'acme' ? 7 : 8),
  );
}

describe('given rows of two organisations', () => {
  test('when one asks for everything there is, then nothing of the other is in it, and its own is', async () => {
    const { pool } = fixture.database;
    const relations = await readableRelations(pool, ['r', 'v']);
    const told = new Map<string, string[]>();
    for (const relation of relations) {
      const rows = await reader.rows('acme', relation);
      expect(JSON.stringify(rows), relation).not.toMatch(/bolt/);
      const all = await pool.query(`SELECT * FROM ${relation}`);
      told.set(
        relation,
        all.rows.map((row) => JSON.stringify(row)).filter((row) => row.includes('acme')),
      );
      for (const row of told.get(relation) ?? [])
        expect(
          rows.map((own) => JSON.stringify(own)),
          relation,
        ).toContain(row);
    }
    // It proves nothing of a table that is empty.
    const filled = [...told].filter(([, rows]) => rows.length > 0).map(([relation]) => relation);
    expect(filled).toEqual(
      expect.arrayContaining([
        'account_state_v3.accounts',
        'account_state_v3.account_users',
        'account_state_v3.agreements',
        'account_state_v3.ledger_entries',
        'import_progress_v2.processes',
        'import_progress_v2.refusals',
        'import_progress_v2.supplier_counts',
        'importer.account_numbers',
        'importer.post_import_tasks',
        'intake.import_processes',
        'intake.import_suppliers',
        'intake.organisations',
        'journal.events',
        'read_model.account_users',
        'read_model.accounts',
        'read_model.import_errors',
        'read_model.import_processes',
        'read_model.import_suppliers',
        'read_model.post_imports',
      ]),
    );
  });

  test('when nobody is named, then there are no rows; when an operator asks, all', async () => {
    for (const relation of ['intake.import_processes', 'read_model.accounts', 'journal.events']) {
      expect(await reader.rows('', relation), relation).toEqual([]);
      expect(await reader.rows("a'; RESET ROLE; --", relation), relation).toEqual([]);
      const all = await fixture.database.pool.query(`SELECT * FROM ${relation}`);
      expect((await reader.rows(null, relation)).length, relation).toBe(all.rowCount);
    }
  });

  test('when a pool is limited, then a query outside any transaction sees nothing', async () => {
    const limited = createPool(fixture.database.url, {
      max: 1,
      applicationName: 'limited',
      role: 'headrace_organisation',
      onIdleError: () => {},
    });
    try {
      expect((await limited.query('SELECT * FROM read_model.accounts')).rows).toEqual([]);
      expect((await new Reader(limited).rows('acme', 'read_model.accounts')).length).toBe(1);
      expect((await new Reader(limited).rows(null, 'read_model.accounts')).length).toBe(2);
      expect((await limited.query('SELECT * FROM read_model.accounts')).rows).toEqual([]);
    } finally {
      await limited.end();
    }
  });

  test.each(['intake.api_keys', 'intake.access_tokens'])(
    'when %s is asked for, then that is denied',
    async (table) => {
      await expect(reader.rows('acme', table)).rejects.toThrow('permission denied');
      await expect(reader.rows(null, table)).rejects.toThrow('permission denied');
    },
  );

  test('when a reader tries to write, then that is denied', async () => {
    const { pool } = fixture.database;
    for (const role of ['headrace_organisation', 'headrace_operator']) {
      const client = await pool.connect();
      try {
        await client.query(`BEGIN; SET LOCAL ROLE ${role}; SET LOCAL headrace.organisation = 'acme'`);
        await expect(client.query("UPDATE intake.organisations SET name = 'x'")).rejects.toThrow(
          'permission denied',
        );
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    }
  });
});

describe('given any history of two organisations and of nobody', () => {
  test('then every row that a view shows an organisation is told to be its own', async () => {
    const catalogue = await loadCatalogue();
    const views = await owned('v');
    expect(views.length).toBeGreaterThan(10);
    // What no organisation told of an account of ours stays told by none.
    const goesWithAccounts = ['read_model.events', 'read_model.event_headers'];
    const history = fc.tuple(...readModels.map((projection) => histories(catalogue, projection)));
    await fc.assert(
      fc.asyncProperty(history, async (parts) => {
        await fixture.tell(...parts.flat());
        for (const organisation of ['acme', 'bolt']) {
          for (const view of views) {
            const rows = await reader.rows(organisation, view);
            expect(
              [...new Set(rows.map((row) => row['organisation']))].filter(
                (name) => name !== organisation && !(name === null && goesWithAccounts.includes(view)),
              ),
              view,
            ).toEqual([]);
          }
        }
      }),
      { numRuns: 10 },
    );
  });
});

describe('given an empty database', () => {
  test('when processes make all read models at the same moment, then each finds them made and protected', async () => {
    const database = await createTestDatabase();
    try {
      await openJournal(database.pool, 2);
      const folder = join(packageRoot, 'projections');
      const stores = [1, 2, 3].map(() => createProjectionStore(database.pool, folder));
      await Promise.all(stores.flatMap((store) => readModels.map((projection) => store.ensure(projection))));
      expect(await new Reader(database.pool).rows('acme', 'read_model.accounts')).toEqual([]);
    } finally {
      await database.drop();
    }
  });
});

describe('given all tables and views there are', () => {
  test('then every table that names an organisation is protected, and every view shows its reader no more than those', async () => {
    const { pool } = fixture.database;
    const { rows } = await pool.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c
       WHERE c.relkind = 'r' AND NOT c.relrowsecurity AND c.oid::regclass::text <> 'intake.api_keys'
         AND (EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname IN ('organisation', 'imported_by'))
           OR c.relnamespace::regnamespace::text ~ '_v[0-9]+$')`,
    );
    expect(rows).toEqual([]);
    const views = await pool.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relkind = 'v' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
         -- Analysts see all, and no role that reads for others is granted what is there.
         AND relnamespace <> 'analytics'::regnamespace
         AND NOT coalesce(reloptions, '{}') @> ARRAY['security_invoker=true'] ORDER BY 1`,
    );
    // What these show, test/access/own-views.test.ts says.
    expect(views.rows.map(({ name }) => name)).toEqual(Object.values(ownViews).flat().sort());
  });

  test('then a table that may be read and is not ruled tells positions, versions and why one stands still', async () => {
    const { rows } = await fixture.database.pool.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c
       WHERE c.oid::regclass::text = ANY ($1) AND NOT c.relrowsecurity ORDER BY 1`,
      [await readableRelations(fixture.database.pool, ['r'])],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'journal.partitions',
      'projector.holds',
      'projector.live_versions',
      'projector.positions',
      'projector.projections',
      'projector.stops',
    ]);
  });
});

/** Readable relations with a column `organisation`. */
async function owned(kind: 'r' | 'v'): Promise<string[]> {
  const { rows } = await fixture.database.pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS name
     WHERE EXISTS (SELECT FROM pg_attribute WHERE attrelid = name::regclass AND attname = 'organisation')`,
    [await readableRelations(fixture.database.pool, [kind])],
  );
  return rows.map(({ name }) => name);
}
