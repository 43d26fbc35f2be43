import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { openSchemas } from '../../src/start/schemas.js';
import { median } from '../median.js';
import { measureInOwnProcess } from '../own-process.js';
import type { Measured } from './contestant.js';
import { serverCpuSeconds } from './postgres-cpu.js';
import { fillTopic, PARTITIONS, removeTopic } from './topic.js';

export interface Comparison {
  /** A migrated database of our own server: its processor time is counted. */
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  readonly events: number;
  readonly keys: number;
  readonly seed: number;
  readonly rounds: number;
  readonly print: (line: object) => void;
}

const contestants = ['raw', 'decode', 'reference', 'engine'] as const;
type Name = (typeof contestants)[number];
type Result = Measured & { readonly postgresCpuSeconds: number };

/** Prints a line for each contestant and round, and at last one with the medians and how they compare. */
export async function compareProjectors(comparison: Comparison): Promise<void> {
  const { databaseUrl, brokers, events, print } = comparison;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const kafka = { brokers, clientId: 'headrace-bench' };
  const topic = `bench-${randomUUID()}`;
  const results: Record<Name, Result[]> = { raw: [], decode: [], reference: [], engine: [] };
  try {
    const catalogue = await loadCatalogue();
    await makePartitions(databaseUrl);
    await fillTopic(kafka, catalogue, await openSchemas(undefined, catalogue), { ...comparison, topic });
    for (let round = 1; round <= comparison.rounds; round++) {
      for (const name of contestants) {
        const result = await runOne(client, comparison, name, topic);
        results[name].push(result);
        print({ bench: 'projector', what: name, round, events, ...figures(result, events) });
      }
      await compareTables(client, events);
    }
    print(summary(results, events));
  } finally {
    await removeTopic(kafka, topic);
    await client.end();
  }
}

/** The engine keeps a position for each partition of the journal. */
async function makePartitions(databaseUrl: string): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'headrace-bench', onIdleError: () => {} });
  await openJournal(pool, PARTITIONS);
  await pool.end();
}

/** In a process of its own, on a server that has written back what came before. */
async function runOne(client: pg.Client, comparison: Comparison, name: Name, topic: string): Promise<Result> {
  await client.query(FORGET[name] ?? '');
  await client.query('CHECKPOINT');
  const { rows } = await client.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  );
  const pid = rows[0]?.pid ?? 0;
  const cpuBefore = serverCpuSeconds(pid);
  const measured = await measureInOwnProcess<Measured>({
    ...comparison,
    script: 'bench/projector/contestant-process.ts',
    args: [name, topic, `${comparison.events}`],
  });
  return { ...measured, postgresCpuSeconds: serverCpuSeconds(pid) - cpuBefore };
}

const FORGET: Partial<Record<Name, string>> = {
  reference: 'DROP SCHEMA IF EXISTS reference CASCADE',
  engine: `DROP SCHEMA IF EXISTS conversations_v1 CASCADE;
    DELETE FROM projector.live_versions; DELETE FROM projector.holds; DELETE FROM projector.positions; DELETE FROM projector.projections`,
};

/** The same rows, and every event counted once, or the figures mean nothing. */
async function compareTables(client: pg.Client, events: number): Promise<void> {
  const { rows } = await client.query<{ counted: number; differing: number }>(`
    SELECT (SELECT sum(events)::float8 FROM conversations_v1.conversations) AS counted,
      (SELECT count(*)::int FROM (
        (TABLE conversations_v1.conversations EXCEPT TABLE reference.conversations)
        UNION ALL (TABLE reference.conversations EXCEPT TABLE conversations_v1.conversations)) d) AS differing`);
  const [found] = rows;
  if (found?.counted !== events || found.differing !== 0) {
    throw new Error(`${found?.counted} of ${events} events are counted, ${found?.differing} rows differ`);
  }
}

function figures({ seconds, cpuSeconds, postgresCpuSeconds, peakRssMb }: Result, events: number): object {
  return {
    per_s: Math.round(events / seconds),
    cpu_s: round(cpuSeconds),
    postgres_cpu_s: round(postgresCpuSeconds),
    peak_rss_mb: Math.round(peakRssMb),
  };
}

function summary(results: Readonly<Record<Name, readonly Result[]>>, events: number): object {
  const perSecond = (name: Name) => events / median(results[name].map(({ seconds }) => seconds));
  const ofEngine = (figure: keyof Result) => round(median(results.engine.map((result) => result[figure])));
  const rates = {
    raw_per_s: Math.round(perSecond('raw')),
    decode_per_s: Math.round(perSecond('decode')),
    reference_per_s: Math.round(perSecond('reference')),
    engine_per_s: Math.round(perSecond('engine')),
  };
  return {
    ...rates,
    engine_to_reference: round(rates.engine_per_s / rates.reference_per_s),
    engine_to_decode: round(rates.engine_per_s / rates.decode_per_s),
    engine_cpu_s: ofEngine('cpuSeconds'),
    postgres_cpu_s: ofEngine('postgresCpuSeconds'),
    peak_rss_mb: ofEngine('peakRssMb'),
  };
}

const round = (value: number) => Math.round(value * 1_000) / 1_000;
