import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { schemaOf } from '../../src/cli/check-oracle/relations.js';
import { histories } from '../support/histories.js';
import { oneByOne, ProjectionSpec } from '../support/projection-spec.js';
import { ReadModelFixture, readModels } from '../support/read-models.js';
import { byKey } from '../support/spec-postgres.js';

describe('the read models in PostgreSQL', () => {
  let fixture: ReadModelFixture;
  beforeAll(async () => {
    // As many partitions as a log in memory has, so that events are at the same places.
    fixture = await ReadModelFixture.make(4);
  });
  afterAll(() => fixture.database.drop());

  it('given one history, when it is applied there and in memory, then all rows are the same', async () => {
    const catalogue = await loadCatalogue();
    const sizes = { minLength: 400, maxLength: 600 };
    const history = readModels.flatMap(
      (projection) =>
        fc.sample(histories(catalogue, projection, sizes), { numRuns: 1, seed: 20260101 })[0] ?? [],
    );
    await fixture.tell(...history);
    for (const projection of readModels) {
      const spec = await ProjectionSpec.of(projection);
      const tables = await spec.play(oneByOne(spec.record(history)));
      for (const [name, rows] of Object.entries(tables)) {
        if (projection.tables[name]?.kind === 'tally') continue;
        const stored = await fixture.store.loadRows(projection, name, rows);
        const key = projection.tables[name]?.key ?? [];
        expect(byKey(stored, key), `${projection.name}.${name}`).toEqual(byKey(rows, key));
        expect(rows.length, `${name} has rows`).toBeGreaterThan(0);
      }
    }
  });

  it('given texts that are merged by comparing them, then the database compares their bytes, as folds do', async () => {
    const compared = readModels.flatMap((projection) =>
      Object.entries(projection.tables).flatMap(([table, spec]) =>
        // A row of one event alone has nothing to compare.
        Object.entries(spec.kind === 'shared' && !spec.key.includes('event_id') ? spec.merge : {}).map(
          ([column, merge]) => ({
            relation: `${schemaOf(projection)}.${table}`,
            column: merge === 'latest' ? `${column}_stamp` : column,
          }),
        ),
      ),
    );
    const { rows } = await fixture.database.pool.query(
      `SELECT c.relation, c.column FROM jsonb_to_recordset($1::jsonb) AS c (relation text, "column" text)
       JOIN pg_attribute a ON a.attrelid = c.relation::regclass AND a.attname = c.column
       WHERE a.attcollation NOT IN (0, 'pg_catalog."C"'::regcollation)`,
      [JSON.stringify(compared)],
    );
    expect(compared.length).toBeGreaterThan(100);
    expect(rows).toEqual([]);
  });

  it('given their tables and views, then every one of them and every column has a comment', async () => {
    const { rows } = await fixture.database.pool.query(`
      SELECT c.oid::regclass::text AS relation, a.attname AS "column"
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE (n.nspname IN ('read_model', 'analytics') OR n.nspname ~ '_v[0-9]+$') AND c.relkind IN ('r', 'p', 'v')
        AND (obj_description(c.oid) IS NULL OR col_description(c.oid, a.attnum) IS NULL)`);
    expect(rows).toEqual([]);
  });

  it('given processes, when they are counted in SQL, then the views say the same', async () => {
    const { rows } = await fixture.database.pool.query(`
      SELECT p.*, c.accepted AS counted, c.waiting + c.complete + c.error + c.cancelled AS by_state
      FROM (
        SELECT organisation, import_supplier, resource_type, count(*) AS accepted
        FROM read_model.import_processes WHERE accepted GROUP BY 1, 2, 3
      ) p LEFT JOIN read_model.import_counts c USING (organisation, import_supplier, resource_type)`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect([row.counted, row.by_state]).toEqual([row.accepted, row.accepted]);
  });
});
