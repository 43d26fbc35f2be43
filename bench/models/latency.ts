import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type JournalWriter, openJournal } from '../../src/adapters/postgres/journal.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { partitionOf, type RecordedEvent } from '../../src/event/index.js';
import { loadProjections } from '../../src/projector/index.js';
import { projectionsFolder } from '../../src/start/house.js';
import { removeTopic } from '../projector/topic.js';
import { mixedEvents } from './events.js';
import { startModels } from './start.js';

export interface LatencyOptions {
  readonly databaseUrl: string;
  /** Left out, the journal is read in place. */
  readonly brokers?: readonly string[];
  readonly registryUrl: string | undefined;
  /** Events a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly accounts: number;
  readonly seed: number;
}

const PARTITIONS = 6;
const APPEND_MS = 10;
/** How often positions are looked at: what is measured is up to so much too long. */
const LOOK_MS = 5;
/** Not counted: code is compiled, statements are prepared. */
const WARM_UP_MS = 5_000;

/** Events of one append and partition. */
interface Appended {
  readonly partition: number;
  readonly sequence: number;
  readonly events: number;
  readonly at: number;
}

/** Milliseconds from before an append until each read model shows it. */
export async function measureLatency(options: LatencyOptions): Promise<object> {
  const { databaseUrl, brokers, rate, seconds } = options;
  const pool = createPool(databaseUrl, { max: 4, applicationName: 'bench', onIdleError: () => {} });
  const journal = await openJournal(pool, PARTITIONS);
  const events = mixedEvents(await loadCatalogue(), { ...options, partitions: PARTITIONS });
  const installation = `bench-${randomUUID()}`;
  const models = await startModels({ ...options, installation, relays: true });
  try {
    const waiting: Appended[] = [];
    const times = new Map<string, number[]>();
    let over = false;
    const watching = watch(pool, waiting, times, () => over);
    await append(pool, journal, [events.next().value]);
    await appliedOnce(pool);
    const startedAt = performance.now();
    for (let sent = 0; sent < rate * seconds; ) {
      const due = Math.floor(((performance.now() - startedAt) * rate) / 1_000) - sent;
      const batch = Array.from({ length: due }, () => events.next().value);
      sent += due;
      const appended = await append(pool, journal, batch);
      if (performance.now() - startedAt > WARM_UP_MS) waiting.push(...appended);
      await delay(APPEND_MS);
    }
    over = true;
    await watching;
    const all = [...times.values()].flat();
    return {
      bench: 'latency',
      log: brokers ? 'kafka' : 'journal',
      rate,
      events: all.length / times.size,
      p50_ms: percentile(all, 0.5),
      p99_ms: percentile(all, 0.99),
      max_ms: percentile(all, 1),
      p99_ms_of: Object.fromEntries([...times].map(([name, own]) => [name, percentile(own, 0.99)])),
    };
  } finally {
    await models.stop();
    await pool.end();
    if (brokers) await removeTopic({ brokers, clientId: 'headrace-bench' }, `${installation}.events`);
  }
}

/** The first event may wait for tables and topics to be made. */
async function appliedOnce(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ waits: boolean }>(
      `SELECT count(DISTINCT projection) FILTER (WHERE sequence > 0) < $1 AS waits FROM projector.positions`,
      [(await loadProjections(projectionsFolder)).length],
    );
    if (!rows[0]?.waits) return;
    await delay(LOOK_MS);
  }
}

async function append(
  pool: pg.Pool,
  journal: JournalWriter,
  events: readonly RecordedEvent[],
): Promise<readonly Appended[]> {
  const at = performance.now();
  const positions = await inTransaction(pool, (client) => journal.commitWith(client, events));
  const isOf = (partition: number) => (event: RecordedEvent) =>
    partitionOf(event.envelope.key, PARTITIONS) === partition;
  return positions.map(({ partition, sequence }) => ({
    ...{ partition, sequence, at },
    events: events.filter(isOf(partition)).length,
  }));
}

/** Rows and positions are committed together, so the position tells when the rows are there. */
async function watch(
  pool: pg.Pool,
  waiting: Appended[],
  times: Map<string, number[]>,
  isOver: () => boolean,
): Promise<void> {
  const left = new Map<string, Set<Appended>>();
  let known = 0;
  for (;;) {
    const { rows } = await pool.query<{ projection: string; partition: number; sequence: number }>({
      name: 'look',
      text: 'SELECT projection, partition, sequence FROM projector.positions',
    });
    const now = performance.now();
    const fresh = waiting.slice(known);
    known += fresh.length;
    for (const projection of new Set(rows.map((row) => row.projection))) {
      const own = left.get(projection) ?? new Set(waiting.slice(0, known - fresh.length));
      left.set(projection, own);
      for (const one of fresh) own.add(one);
      const seen = times.get(projection) ?? [];
      times.set(projection, seen);
      const at = new Map(
        rows.filter((row) => row.projection === projection).map((row) => [row.partition, row.sequence]),
      );
      for (const one of own) {
        if ((at.get(one.partition) ?? 0) < one.sequence) continue;
        own.delete(one);
        for (let n = 0; n < one.events; n++) seen.push(now - one.at);
      }
    }
    if (isOver() && known === waiting.length && [...left.values()].every(({ size }) => size === 0)) return;
    await delay(LOOK_MS);
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
}
