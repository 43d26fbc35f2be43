import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { loadProjections } from '../../src/projector/index.js';
import { projectionsFolder } from '../../src/start/house.js';
import { processCpuSeconds, serverCpuSeconds } from '../projector/postgres-cpu.js';
import { peakRssMb } from '../setup.js';
import { startModels } from './start.js';
import { openFiller } from './topic.js';

export interface ModelsOptions {
  /** A migrated database of our own server: its processor time is counted. */
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  readonly registryUrl: string | undefined;
  /** Events of one step. */
  readonly events: number;
  /** Each step appends its events to what is there, and waits until all read models have them. */
  readonly steps: number;
  readonly accounts: number;
  readonly seed: number;
  readonly print: (line: object) => void;
}

/** What an event cost, in microseconds of processor time, and how many were applied a second. */
export interface Step {
  readonly per_s: number;
  readonly cpu_us: number;
  readonly postgres_cpu_us: number;
  readonly peak_rss_mb: number;
}

const PARTITIONS = 6;
const POLL_MS = 100;

/** Feeds the role projector, with all read models, from a topic of mixed events. Prints a line a step. */
export async function measureModels(options: ModelsOptions): Promise<readonly Step[]> {
  const { databaseUrl, brokers, registryUrl, events, print } = options;
  const installation = `bench-${randomUUID()}`;
  await makePartitions(databaseUrl);
  const filler = await openFiller(
    { brokers, clientId: 'headrace-bench' },
    `${installation}.events`,
    registryUrl,
    {
      ...options,
      partitions: PARTITIONS,
    },
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const steps: Step[] = [];
    for (let step = 1; step <= options.steps; step++) {
      await filler.fill(events);
      await client.query('CHECKPOINT');
      const measured = await project(options, client, installation, events * step);
      print({ bench: 'models', step, events, ...measured });
      steps.push(measured);
    }
    return steps;
  } finally {
    await client.end();
    await filler.remove();
  }
}

/** A position is kept for each partition of the journal. */
async function makePartitions(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'headrace-bench', onIdleError: () => {} });
  await openJournal(pool, PARTITIONS);
  await pool.end();
}

/** In a process of its own, from when it has loaded everything and begins to read, until `total` events are applied. */
async function project(
  { databaseUrl, brokers, registryUrl, events }: ModelsOptions,
  client: pg.Client,
  installation: string,
  total: number,
): Promise<Step> {
  const server = await serverPid(client);
  const { pid, check, stop } = await startModels({
    databaseUrl,
    brokers,
    registryUrl,
    installation,
    relays: false,
  });
  const now = () => ({
    at: performance.now(),
    own: processCpuSeconds(pid),
    postgres: serverCpuSeconds(server),
  });
  try {
    const begun = now();
    while ((await appliedByAll(client)) < total) {
      check();
      await delay(POLL_MS);
    }
    const ended = now();
    const micros = (seconds: number) => Math.round((seconds / events) * 1e7) / 10;
    return {
      per_s: Math.round((events * 1_000) / (ended.at - begun.at)),
      cpu_us: micros(ended.own - begun.own),
      postgres_cpu_us: micros(ended.postgres - begun.postgres),
      peak_rss_mb: Math.round(peakRssMb(pid)),
    };
  } finally {
    await stop();
  }
}

async function serverPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  );
  return rows[0]?.pid ?? 0;
}

const projections = (await loadProjections(projectionsFolder)).length;

/** Events that the read model which is furthest behind has applied. */
async function appliedByAll(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ applied: number }>(
    `SELECT coalesce(min(applied), 0)::float8 AS applied FROM (
       SELECT sum(sequence) AS applied, count(*) OVER () AS projections FROM projector.positions GROUP BY projection
     ) p WHERE projections = $1`,
    [projections],
  );
  return rows[0]?.applied ?? 0;
}
