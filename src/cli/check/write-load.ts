import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool } from '../../adapters/postgres/pool.js';
import { inTransaction } from '../../adapters/postgres/transaction.js';
import type { EventToAppend } from '../../event/index.js';
import { PARTITIONS, settingsFromArguments, untilAsked } from './settings.js';

const LANES = 4;
const BATCH_EVENTS = 20;

/** The load of a check: several transactions at once append events at a steady rate, until this process is asked to end. */
export async function writeLoad(event: (n: number) => EventToAppend): Promise<void> {
  const settings = settingsFromArguments();
  const signal = untilAsked();
  const pool = createPool(settings.databaseUrl, {
    max: LANES,
    applicationName: 'headrace-check-writer',
    onIdleError: (error) => process.stderr.write(`writer: ${error}\n`),
  });
  const journal = await openJournal(pool, PARTITIONS);
  const started = performance.now();
  let appended = 0;
  const lane = async (): Promise<void> => {
    while (!signal.aborted) {
      const from = appended;
      appended += BATCH_EVENTS;
      const events = Array.from({ length: BATCH_EVENTS }, (_, i) => event(from + i));
      await inTransaction(pool, (client) => journal.commitWith(client, events));
      const aheadMs = (appended / settings.eventsPerSecond) * 1_000 - (performance.now() - started);
      if (aheadMs > 0) await sleep(aheadMs);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await pool.end();
  process.stdin.destroy();
}
