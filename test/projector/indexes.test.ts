import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIndexes, indexesOf } from '../../src/adapters/postgres/projection-indexes.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { counting } from './counting-projection.js';
import { ProjectorFixture } from './fixture.js';

const INDEXES = `
  -- Of places; a comment may have a semicolon.
  CREATE INDEX items_place ON items (place, item);
  CREATE INDEX sayings_red ON sayings (about) WHERE colour = 'red';
`;

describe('given tables that were made before their indexes were thought of', () => {
  let fixture: ProjectorFixture;
  const never = new AbortController().signal;
  beforeEach(async () => {
    fixture = await ProjectorFixture.open();
    writeFileSync(join(fixture.folder, 'counting', 'indexes.sql'), INDEXES);
  });
  afterEach(() => fixture.database.drop());

  const build = (signal = never) => buildIndexes(fixture.database.pool, counting, fixture.folder, signal);
  const valid = async () =>
    (
      await fixture.rows(
        `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE c.relnamespace = 'counting_v1'::regnamespace AND i.indisvalid AND NOT i.indisprimary ORDER BY 1`,
      )
    ).map(({ name }) => name);

  it('when the projector starts, then the tables are taken as they are', async () => {
    await createProjectionStore(fixture.database.pool, fixture.folder).ensure(counting);
    expect(await valid()).toEqual([]);
  });

  it('when they are built, then they are there, and once only', async () => {
    expect(await build()).toEqual(['items_place', 'sayings_red']);
    expect(await valid()).toEqual(['items_place', 'sayings_red']);
    expect(await build()).toEqual([]);
  });

  it('when several processes build, then each index is built once', async () => {
    const built = await Promise.all([build(), build(), build()]);
    expect(built.flat().sort()).toEqual(['items_place', 'sayings_red']);
  });

  it('when rows are written meanwhile, then nothing waits, and the build ends once the older transactions have', async () => {
    const writer = await fixture.database.pool.connect();
    await writer.query("BEGIN; INSERT INTO counting_v1.items (item) VALUES ('before')");
    const building = build();
    await isWaiting();
    await fixture.database.pool.query("INSERT INTO counting_v1.items (item) VALUES ('meanwhile')");
    expect(await valid()).toEqual([]);
    await writer.query('COMMIT');
    writer.release();
    expect(await building).toEqual(['items_place', 'sayings_red']);
  });

  it('when a build is broken off, then it ends at once, and the next one begins it again', async () => {
    const writer = await fixture.database.pool.connect();
    await writer.query("BEGIN; INSERT INTO counting_v1.items (item) VALUES ('before')");
    const stop = new AbortController();
    const building = build(stop.signal);
    await isWaiting();
    stop.abort();
    expect(await building).toEqual([]);
    await writer.query('COMMIT');
    writer.release();
    expect(await valid()).toEqual([]);
    expect(await build()).toEqual(['items_place', 'sayings_red']);
  });

  it('when a version has no tables yet, then they are made with their indexes', async () => {
    const next = { ...counting, version: 2 };
    expect(await buildIndexes(fixture.database.pool, next, fixture.folder, never)).toEqual([]);
    await createProjectionStore(fixture.database.pool, fixture.folder).ensure(next);
    expect(
      await fixture.rows(
        "SELECT indexname FROM pg_indexes WHERE schemaname = 'counting_v2' AND indexname LIKE '%\\_%d'",
      ),
    ).toEqual([{ indexname: 'sayings_red' }]);
  });

  /** Resolves once a build waits for another transaction. */
  async function isWaiting(): Promise<void> {
    for (;;) {
      const rows = await fixture.rows(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await new Promise((resume) => setTimeout(resume, 10));
    }
  }
});

describe('given the text of indexes', () => {
  it.each(['DROP TABLE items', 'CREATE UNIQUE INDEX i ON items (place)', 'CREATE INDEX ON items (place)'])(
    'when it has %s, then it is refused',
    (statement) => {
      expect(() => indexesOf(`${INDEXES} ${statement};`)).toThrow(/not an index/);
    },
  );
});
