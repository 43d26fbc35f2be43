import { setTimeout as sleep } from 'node:timers/promises';
import type { KafkaSettings } from '../../adapters/kafka/index.js';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool, type Pool } from '../../adapters/postgres/pool.js';
import { createRouterStore } from '../../adapters/postgres/router-store.js';
import { Child } from '../check/child.js';
import type { CheckOptions } from '../check/command.js';
import { harm } from '../check/harm.js';
import { PARTITIONS } from '../check/settings.js';
import { removeTopics } from '../check/topics.js';
import { checkTable } from './routes.js';
import { judge, type Verdict } from './verdict.js';

/** Routers that get no further for so long do not get on any more. */
const STANDSTILL_MS = 60_000;

/**
 * Kills routers at seeded moments while events are appended, and compares what the topics have in the end with the
 * journal.
 *
 * @param options `databaseUrl` is a migrated database of the check's own, `topic` begins the names of topics that are not
 * there yet: they are removed
 */
export async function checkRouter(options: CheckOptions): Promise<{ kills: number } & Verdict> {
  const kafka: KafkaSettings = { brokers: options.brokers, clientId: 'headrace-check' };
  const table = checkTable(options.topic);
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
    await harm({ ...options, working: 'routing' }, () => start('router-process'));
    await writer.end('SIGTERM');
    await caughtUp(pool);
    for (const child of children) await child.end('SIGTERM');
    return { kills: options.kills, ...(await judge(kafka, pool, table)) };
  } finally {
    for (const child of children) await child.end('SIGKILL');
    await pool.end();
    await removeTopics(
      kafka,
      [...table.targets.keys()].map((target) => target.slice('topic:'.length)),
    );
  }
}

/**
 * Until everything journaled is done with in all targets, as long as routers get on. Judged in any case: what did not
 * arrive is missing.
 */
async function caughtUp(pool: Pool): Promise<void> {
  const store = createRouterStore(pool);
  const heads = await store.heads();
  let best = Number.POSITIVE_INFINITY;
  let deadline = 0;
  for (;;) {
    const positions = await store.positions();
    const behind = positions.reduce(
      (sum, { partition, sequence }) => sum + Math.max(0, (heads.get(partition) ?? 0) - sequence),
      0,
    );
    if (behind === 0) return;
    if (behind < best) deadline = performance.now() + STANDSTILL_MS;
    if (performance.now() > deadline) return;
    best = Math.min(best, behind);
    await sleep(100);
  }
}
