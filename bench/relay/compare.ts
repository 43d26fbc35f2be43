import { openJournal } from '../../src/adapters/postgres/journal.js';
import { inTransaction } from '../../src/adapters/postgres/transaction.js';
import type { EventToAppend } from '../../src/event/index.js';
import { median } from '../median.js';
import { measureInOwnProcess } from '../own-process.js';
import { sampleEnvelope } from '../sample-envelope.js';
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
      const { seconds, cpuSeconds } = await measureInOwnProcess<Measured>({
        ...options,
        script: 'bench/relay/contestant-process.ts',
        args: [what],
      });
      const eventsPerSecond = Math.round(options.events / seconds);
      const cpuMicrosPerEvent = +((cpuSeconds / options.events) * 1e6).toFixed(1);
      rates[what].push(eventsPerSecond);
      print({ bench: 'relay', what, round, events: options.events, eventsPerSecond, cpuMicrosPerEvent });
    }
  }
  const [plain, relay] = [median(rates.plain), median(rates.relay)];
  print({ bench: 'relay', plain, relay, ratio: +(relay / plain).toFixed(3) });
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

/** An event of usual size: 320 bytes of payload. */
function sampleEvent(n: number): EventToAppend {
  return {
    payload: Buffer.alloc(320, n),
    envelope: sampleEnvelope(n, 'account.created', 'v1'),
  };
}
