import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import eventHistory from '../../projections/event-history/projection.js';
import { type FieldType, loadCatalogue } from '../../src/catalogue/index.js';
import { envelopeColumns } from '../../src/cli/generate/type-views.js';
import type { Row } from '../../src/projector/definition.js';
import { histories } from '../support/histories.js';
import { oneByOne, ProjectionSpec } from '../support/projection-spec.js';
import { ReadModelFixture } from '../support/read-models.js';

const catalogue = await loadCatalogue();

describe('the view of each event type', () => {
  let fixture: ReadModelFixture;
  let views: ReadonlyMap<string, string>;
  beforeAll(async () => {
    fixture = await ReadModelFixture.make();
    const { rows } = await fixture.database.pool.query<{ event_type: string; view_name: string }>(
      'SELECT event_type, view_name FROM analytics.event_types',
    );
    views = new Map(rows.map(({ event_type, view_name }) => [event_type, view_name]));
  });
  afterAll(() => fixture.database.drop());

  it('given the catalogue, then every type that is not our own has one, with its fields in their SQL types', async () => {
    const { rows } = await fixture.database.pool.query<{ view: string; columns: Record<string, string> }>(
      `SELECT table_name AS view, jsonb_object_agg(column_name, data_type) AS columns
       FROM information_schema.columns WHERE table_schema = 'analytics' GROUP BY table_name`,
    );
    const columnsOf = new Map(rows.map(({ view, columns }) => [view, columns]));
    for (const { name, internal, current } of catalogue.types.values()) {
      const view = views.get(name);
      expect(view === undefined, name).toBe(internal);
      if (view === undefined) continue;
      const expected = current.fields
        .filter((field) => field.name !== 'account_number')
        .map((field) => [columnOf(field.name), sqlTypeOf(field.type)]);
      expect(columnsOf.get(view), name).toMatchObject(Object.fromEntries(expected));
      expect(Object.keys(columnsOf.get(view) ?? {})).toHaveLength(envelopeColumns.length + expected.length);
    }
  });

  it('given any events, then their views say what their payloads say, and the views of types have none of our own', async () => {
    const sizes = { minLength: 500, maxLength: 700 };
    const [history = []] = fc.sample(histories(catalogue, eventHistory, sizes), { numRuns: 1, seed: 7 });
    await fixture.tell(...history);
    const spec = await ProjectionSpec.of(eventHistory);
    const { events = [] } = await spec.play(oneByOne(spec.record(history)));
    const shown: Row[] = [];
    for (const view of new Set(views.values())) {
      const { rows } = await fixture.database.pool.query<{ row: Row }>(
        `SELECT to_jsonb(v) AS row FROM analytics.${view} v`,
      );
      shown.push(...rows.map(({ row }) => row));
    }
    const byId = new Map(shown.map((row) => [row['event_id'], row]));
    const told = events.filter(({ is_internal }) => is_internal === false);
    expect(told.length).toBeGreaterThan(400);
    expect(shown).toHaveLength(told.length);
    for (const { event_id, event_type, account_number, data } of told) {
      const payload = Object.entries(data as Row).map(([field, value]) => [columnOf(field), value]);
      const expected = { ...Object.fromEntries(payload), account_number: account_number ?? null };
      expect(byId.get(event_id), `${event_type}`).toMatchObject(expected);
    }
  });
});

const columnOf = (field: string) =>
  envelopeColumns.includes(field) && field !== 'account_number' ? `payload_${field}` : field;

function sqlTypeOf({ kind }: FieldType): string {
  if (kind === 'string') return 'text';
  if (kind === 'long') return 'bigint';
  if (kind === 'double') return 'double precision';
  return kind === 'boolean' ? 'boolean' : 'jsonb';
}
