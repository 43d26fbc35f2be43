import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaSettings } from '../../adapters/kafka/index.js';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool, type Pool } from '../../adapters/postgres/pool.js';
import { createRelayJournal } from '../../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../adapters/postgres/relay-store.js';
import { Child } from '../check/child.js';
import type { CheckOptions } from '../check/command.js';
import { harm } from '../check/harm.js';
import { PARTITIONS } from '../check/settings.js';
import { removeTopics } from '../check/topics.js';
import { judge, type Verdict } from './verdict.js';

const CATCH_UP_MS = 120_000;

/**
 * Kills relays at seeded moments while events are appended, and compares what the topic has in the end with the journal.
 *
 * @param options `databaseUrl` is a migrated database of the check's own, `topic` one that is not there yet: it is removed
 */
export async function checkRelay(options: CheckOptions): Promise<{ kills: number } & Verdict> {
  const kafka: KafkaSettings = { brokers: options.brokers, clientId: 'headrace-check' };
  const pool = createPool(options.databaseUrl, {
    max: 2,
    applicationName: 'headrace-check',
    onIdleError: (error) => options.say(String(error)),
  });
  const children = new Set<Child>();
  const start = (program: string): Child => {
    const child = new Child(program, import.meta.url, options);
    children.add(child);
    return child;
  };
  try {
    await openJournal(pool, PARTITIONS);
    const writer = start('writer-process');
    await harm({ ...options, working: 'sending' }, () => start('relay-process'));
    await writer.end('SIGTERM');
    await caughtUp(pool);
    for (const child of children) await child.end('SIGTERM');
    return { kills: options.kills, ...(await judge(kafka, options.topic, pool)) };
  } finally {
    for (const child of children) await child.end('SIGKILL');
    await pool.end();
    await removeTopics(kafka, [options.topic]);
  }
}

/** Until everything journaled is acknowledged. */
async function caughtUp(pool: Pool): Promise<void> {
  const heads = await createRelayJournal(pool).heads();
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const marks = await createRelayStore(pool).marks();
    if ([...heads].every(([partition, head]) => (marks.get(partition) ?? 0) >= head)) return;
    // Judged all the same: what did not arrive is missing.
    if (performance.now() > deadline) return;
    await sleep(100);
  }
}
