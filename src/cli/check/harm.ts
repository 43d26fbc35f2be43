import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../random.js';
import type { Child } from './child.js';

export interface HarmOptions {
  readonly kills: number;
  readonly seed: number;
  /** Each so many-th time the one that works is stopped past its lease and woken again, not killed. */
  readonly stopEach: number;
  /** State of the one that works; the other's is `standby`. */
  readonly working: string;
  readonly say: (line: string) => void;
}

/** One works for at least and at most so long before it is hit. */
const LIFE_MS = [50, 900] as const;
/** Longer means that nobody takes over. */
const TAKEOVER_MS = 60_000;

/** Keeps a pair of processes, and kills or stops the one that works at seeded moments. Both live in the end. */
export async function harm(options: HarmOptions, start: () => Child): Promise<void> {
  const { working } = options;
  const random = createRandom(options.seed);
  let pair: Pair = [start(), start()];
  for (let fault = 1; fault <= options.kills; fault++) {
    await sorted(pair, working);
    await sleep(random.between(...LIFE_MS));
    // Looked at again: on a busy machine the one that works may have lost its lease meanwhile.
    const [active, standby] = await sorted(pair, working);
    const stop = fault % options.stopEach === 0;
    const hitAt = performance.now();
    if (stop) active.signal('SIGSTOP');
    else await active.end('SIGKILL');
    await until(() => standby.state === working);
    const tookMs = Math.round(performance.now() - hitAt);
    options.say(`${fault}/${options.kills}: ${stop ? 'stopped' : 'killed'}, taken over after ${tookMs} ms`);
    if (stop) active.signal('SIGCONT');
    pair = [standby, stop ? active : start()];
  }
}

type Pair = readonly [Child, Child];

/** The pair as the one that works and the one that stands by, when there is one of each. */
async function sorted([one, other]: Pair, working: string): Promise<Pair> {
  await until(() => {
    const states = [one.state, other.state];
    return states.includes(working) && states.includes('standby');
  });
  return one.state === working ? [one, other] : [other, one];
}

async function until(reached: () => boolean): Promise<void> {
  const deadline = performance.now() + TAKEOVER_MS;
  while (!reached()) {
    if (performance.now() > deadline) throw new Error(`nobody has taken over within ${TAKEOVER_MS} ms`);
    await sleep(5);
  }
}
