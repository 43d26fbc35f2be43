import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import { childEnvironment } from '../../src/config.js';
import { type EventToAppend, newEventId } from '../../src/event/index.js';
import { packageRoot } from '../../src/package-root.js';
import { type Measured, openPool, PARTITIONS } from './contestants.js';

export interface RelayBenchOptions {
  /** A migrated database whose journal is empty. */
  readonly databaseUrl: string;
  readonly brokers: readonly string[];
  readonly events: number;
  readonly rounds: number;
  readonly print: (line: object) => void;
}

/**
 * The relay against a plain loop around kafkajs' idempotent producer that sends the same records from memory: in one
 * run, in turns, each in a process of its own, to topics of their own. The plain loop is kafkajs as it comes.
 * Prints a line for each round of each, and one with the medians and their ratio.
 */
export async function benchRelay(options: RelayBenchOptions): Promise<void> {
  const { print } = options;
  await fill(options);
  const rates: Record<'plain' | 'relay', number[]> = { plain: [], relay: [] };
  for (let round = 1; round <= options.rounds; round++) {
    for (const what of ['plain', 'relay'] as const) {
      const { seconds, cpuSeconds } = await runOne(options, what);
      const eventsPerSecond = Math.round(options.events / seconds);
      const cpuMicrosPerEvent = +((cpuSeconds / options.events) * 1e6).toFixed(1);
      rates[what].push(eventsPerSecond);
      print({ bench: 'relay', what, round, events: options.events, eventsPerSecond, cpuMicrosPerEvent });
    }
  }
  const [plain, relay] = [median(rates.plain), median(rates.relay)];
  print({ bench: 'relay', plain, relay, ratio: +(relay / plain).toFixed(3) });
}

async function runOne({ databaseUrl, brokers }: RelayBenchOptions, what: string): Promise<Measured> {
  const child = fork(join(packageRoot, 'bench/relay/contestant-process.ts'), [what], {
    execArgv: ['--import', 'tsx'],
    env: childEnvironment({ KAFKA_BROKERS: brokers.join(','), DATABASE_URL: databaseUrl }),
  });
  let measured: Measured | undefined;
  child.on('message', (message: Measured) => {
    measured = message;
  });
  await once(child, 'exit');
  if (!measured) throw new Error(`${what} ended with ${child.exitCode} and no figures`);
  return measured;
}

async function fill({ databaseUrl, events }: RelayBenchOptions): Promise<void> {
  const pool = openPool(databaseUrl);
  try {
    const journal = await openJournal(pool, PARTITIONS);
    for (let done = 0; done < events; done += 5_000) {
      const batch = Array.from({ length: Math.min(5_000, events - done) }, (_, i) => sampleEvent(done + i));
      await inTransaction(pool, (client) => journal.commitWith(client, batch));
    }
  } finally {
    await pool.end();
  }
}

/** An event of usual size: 320 bytes of payload, all attributes known but one. */
function sampleEvent(n: number): EventToAppend {
  return {
    payload: Buffer.alloc(320, n),
    envelope: {
      id: newEventId(),
      source: 'headrace/importer',
      type: 'account.created',
      version: 'v1',
      time: new Date(Date.UTC(2026, 0, 1) + n).toISOString(),
      subject: `account/A-${n}`,
      key: `A-${n}`,
      importSupplier: 'acme-energy',
      organisation: 'northern',
      causationId: null,
      correlationId: '01980000-0000-7000-8000-000000000000',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
