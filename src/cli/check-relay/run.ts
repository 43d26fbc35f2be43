import { setTimeout as sleep } from 'node:timers/promises';
import { createKafka, type KafkaSettings } from '../../adapters/kafka/index.js';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool, type Pool } from '../../adapters/postgres/pool.js';
import { createRelayJournal } from '../../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../adapters/postgres/relay-store.js';
import { createRandom } from '../random.js';
import { Child } from './child.js';
import { type CheckSettings, PARTITIONS } from './settings.js';
import { judge, type Verdict } from './verdict.js';

export interface CheckOptions extends CheckSettings {
  readonly kills: number;
  readonly seed: number;
  /** Each so many-th time the relay is stopped past its lease and woken again, not killed. */
  readonly stopEach: number;
  readonly say: (line: string) => void;
}

/** A relay works for at least and at most so long before it is hit. */
const LIFE_MS = [50, 900] as const;
/** Longer means that nobody takes over. */
const TAKEOVER_MS = 30_000;
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
    const child = new Child(program, options);
    children.add(child);
    return child;
  };
  try {
    await openJournal(pool, PARTITIONS);
    const writer = start('writer-process');
    await harm(options, () => start('relay-process'));
    await writer.end('SIGTERM');
    await caughtUp(pool);
    for (const child of children) await child.end('SIGTERM');
    return { kills: options.kills, ...(await judge(kafka, options.topic, pool)) };
  } finally {
    for (const child of children) await child.end('SIGKILL');
    await pool.end();
    await removeTopic(kafka, options.topic);
  }
}

async function harm(options: CheckOptions, startRelay: () => Child): Promise<void> {
  const random = createRandom(options.seed);
  let pair: Pair = [startRelay(), startRelay()];
  for (let fault = 1; fault <= options.kills; fault++) {
    await sorted(pair);
    await sleep(random.between(...LIFE_MS));
    // Looked at again: on a busy machine a relay may have lost its lease meanwhile.
    const [active, standby] = await sorted(pair);
    const stop = fault % options.stopEach === 0;
    const hitAt = performance.now();
    if (stop) active.signal('SIGSTOP');
    else await active.end('SIGKILL');
    await until(() => standby.state === 'sending');
    const tookMs = Math.round(performance.now() - hitAt);
    options.say(`${fault}/${options.kills}: ${stop ? 'stopped' : 'killed'}, taken over after ${tookMs} ms`);
    if (stop) active.signal('SIGCONT');
    pair = [standby, stop ? active : startRelay()];
  }
}

type Pair = readonly [Child, Child];

/** The pair as the one that sends and the one that stands by, when there is one of each. */
async function sorted([one, other]: Pair): Promise<Pair> {
  await until(() => [one.state, other.state].sort().join() === 'sending,standby');
  return one.state === 'sending' ? [one, other] : [other, one];
}

async function until(reached: () => boolean): Promise<void> {
  const deadline = performance.now() + TAKEOVER_MS;
  while (!reached()) {
    if (performance.now() > deadline) throw new Error(`no relay has taken over within ${TAKEOVER_MS} ms`);
    await sleep(5);
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

async function removeTopic(kafka: KafkaSettings, topic: string): Promise<void> {
  const admin = createKafka(kafka).admin();
  await admin.connect();
  if ((await admin.listTopics()).includes(topic)) await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
}
