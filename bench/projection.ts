import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createPool } from '../src/adapters/postgres/pool.js';
import { schemaOf } from '../src/adapters/postgres/projection-definition.js';
import { createVersionStore } from '../src/adapters/postgres/projection-versions.js';
import { loadProjections, promote, verify } from '../src/projector/index.js';
import { projectionsFolder } from '../src/start/house.js';
import { type Bench, peakRssMb, report } from './setup.js';

const checkedOut = await loadProjections(projectionsFolder);
/** Of what stands in for another checkout: no projection gets so far. */
const ASIDE = 1000;

/**
 * Drops the read models and lets a projector alone make them again from the whole journal; then fills another version
 * beside them, and exchanges the two.
 */
export async function measureProjection(bench: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const pool = createPool(bench.databaseUrl, { max: 2, applicationName: 'bench', onIdleError: () => {} });
  try {
    await client.query(FORGET);
    const service = await bench.start('projector');
    try {
      const { events, seconds } = await untilCaughtUp(client);
      report('events projected, all read models, catching up', events / seconds, '1/s');
      report('peak RSS of the projector', peakRssMb(service.pid), 'MB');
    } finally {
      await service.end('SIGTERM');
    }
    await client.query(SET_ASIDE);
    const rebuilding = await bench.start('projector');
    try {
      const { events, seconds } = await untilCaughtUp(client);
      report('events projected, all read models, rebuilding beside the live ones', events / seconds, '1/s');
    } finally {
      await rebuilding.end('SIGTERM');
    }
    for (const { name, version } of checkedOut) {
      const store = createVersionStore(pool);
      const at = performance.now();
      const { differences, relations } = await verify(store, name, version, HELD);
      if (differences > 0) throw new Error(`${name} was rebuilt with ${differences} differences`);
      const rows = relations.reduce((sum, relation) => sum + relation.rows, 0);
      report(`rows of ${name} verified`, (rows * 1_000) / (performance.now() - at), '1/s');
      await promote(store, name, version, HELD);
    }
  } finally {
    await pool.end();
    await client.end();
  }
}

const HELD = { waitMs: 10_000, signal: new AbortController().signal };

const FORGET = `
  ${checkedOut.map((projection) => `DROP SCHEMA ${schemaOf(projection)} CASCADE;`).join('\n')}
  TRUNCATE projector.positions, projector.projections, projector.holds, projector.live_versions;`;

const setAside = (projection: (typeof checkedOut)[number]) =>
  `ALTER SCHEMA ${schemaOf(projection)} RENAME TO ${schemaOf({ ...projection, version: ASIDE })};`;

// What is there becomes the live version of another checkout; the one checked out is then filled beside it.
const SET_ASIDE = `
  ${checkedOut.map(setAside).join('\n')}
  INSERT INTO projector.projections (projection, version, tables_sha256, views_sha256, definition, views_sql)
    SELECT projection, ${ASIDE}, tables_sha256, views_sha256, definition, views_sql FROM projector.projections;
  UPDATE projector.positions SET version = ${ASIDE};
  UPDATE projector.live_versions SET version = ${ASIDE};
  DELETE FROM projector.projections WHERE version < ${ASIDE};`;

// From the moment the tables were made, so that the start of the process is not counted.
const PROGRESS = `
  SELECT (SELECT sum(last_sequence)::float8 FROM journal.partitions) AS events,
    sum(p.last_sequence - position.sequence)::float8 AS behind,
    extract(epoch FROM max(position.updated_at) - min(made.created_at))::float8 AS seconds
  FROM projector.positions position
  JOIN projector.projections made USING (projection, version)
  JOIN journal.partitions p USING (partition) WHERE version < ${ASIDE}`;

async function untilCaughtUp(client: pg.Client): Promise<{ events: number; seconds: number }> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { rows } = await client.query<{ events: number; behind: number | null; seconds: number }>(PROGRESS);
    const [progress] = rows;
    if (progress?.behind === 0) return progress;
    if (performance.now() > deadline) throw new Error(`still ${progress?.behind} events behind`);
    await delay(50);
  }
}
