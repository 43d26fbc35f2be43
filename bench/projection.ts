import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Bench, peakRssMb, report } from './setup.js';

/** Drops the read models and lets a projector alone make them again from the whole journal. */
export async function measureProjection(bench: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
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
  } finally {
    await client.end();
  }
}

const FORGET = `
  DROP SCHEMA import_progress_v1 CASCADE;
  DROP SCHEMA account_state_v2 CASCADE;
  DROP SCHEMA supplier_lifecycles_v1 CASCADE;
  DROP SCHEMA event_history_v1 CASCADE;
  TRUNCATE projector.positions, projector.projections;`;

// From the moment the tables were made, so that the start of the process is not counted.
const PROGRESS = `
  SELECT (SELECT sum(last_sequence)::float8 FROM journal.partitions) AS events,
    sum(p.last_sequence - position.sequence)::float8 AS behind,
    extract(epoch FROM max(position.updated_at) - min(made.created_at))::float8 AS seconds
  FROM projector.positions position
  JOIN projector.projections made USING (projection, version)
  JOIN journal.partitions p USING (partition)`;

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
