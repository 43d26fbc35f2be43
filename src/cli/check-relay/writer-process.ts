/** The load of a check: several transactions at once append events of many keys, at a steady rate. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool } from '../../adapters/postgres/pool.js';
import { inTransaction } from '../../adapters/postgres/transaction.js';
import { type EventToAppend, newEventId } from '../../event/index.js';
import { EVENT_TYPE, PARTITIONS, settingsFromArguments, untilAsked } from './settings.js';

const LANES = 4;
const BATCH_EVENTS = 20;
const KEYS = 1_000;

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

function event(n: number): EventToAppend {
  const key = `key-${n % KEYS}`;
  return {
    payload: Buffer.alloc(200, n),
    envelope: {
      id: newEventId(),
      source: 'headrace/check',
      type: EVENT_TYPE,
      version: 'v1',
      time: new Date().toISOString(),
      subject: null,
      key,
      importSupplier: null,
      organisation: null,
      causationId: null,
      correlationId: null,
      traceparent: null,
    },
  };
}

async function lane(): Promise<void> {
  while (!signal.aborted) {
    const from = appended;
    appended += BATCH_EVENTS;
    const events = Array.from({ length: BATCH_EVENTS }, (_, i) => event(from + i));
    await inTransaction(pool, (client) => journal.commitWith(client, events));
    const aheadMs = (appended / settings.eventsPerSecond) * 1_000 - (performance.now() - started);
    if (aheadMs > 0) await sleep(aheadMs);
  }
}

await Promise.all(Array.from({ length: LANES }, lane));
await pool.end();
process.stdin.destroy();
