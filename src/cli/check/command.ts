import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { migrate } from '../../adapters/postgres/migrate.js';
import { readConfig } from '../../config.js';
import type { CheckSettings } from './settings.js';
import { withThrowAwayServer } from './throw-away-server.js';

export interface CheckOptions extends CheckSettings {
  readonly kills: number;
  readonly seed: number;
  /** Each so many-th time the one that works is stopped past its lease and woken again, not killed. */
  readonly stopEach: number;
  readonly say: (line: string) => void;
}

export interface Counts {
  readonly missing: number;
  readonly repeated: number;
  readonly out_of_order: number;
}

/**
 * A check as a command, on a database of its own. Ends with one line of JSON; the exit code is 1 where a count is not
 * zero.
 */
export async function runCheck(
  name: string,
  eventsPerSecond: number,
  check: (options: CheckOptions) => Promise<Counts>,
): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      seed: { type: 'string', default: `${randomBytes(4).readUInt32BE(0)}` },
      brokers: { type: 'string', default: readConfig().kafkaBrokers?.join(',') ?? '' },
      'lease-ms': { type: 'string', default: '3000' },
      'events-per-second': { type: 'string', default: `${eventsPerSecond}` },
      help: { type: 'boolean', default: false },
    },
  });
  const numbers = [values.kills, values.seed, values['lease-ms'], values['events-per-second']].map(Number);
  if (values.help || numbers.some((number) => !Number.isSafeInteger(number) || number < 0)) {
    say(helpFor(name, eventsPerSecond));
    process.exit(values.help ? 0 : 2);
  }
  if (values.brokers === '') {
    say('There is no Kafka: set KAFKA_BROKERS, e.g. with  eval "$(npm run -s services -- up)"');
    process.exit(2);
  }
  const [kills = 0, seed = 0, leaseMs = 0, rate = 0] = numbers;
  await withThrowAwayServer(name, say, async (url) => {
    await migrate(url);
    say(`seed ${seed}`);
    const verdict = await check({
      databaseUrl: url,
      brokers: values.brokers.split(','),
      topic: `headrace-check-${randomBytes(4).toString('hex')}`,
      leaseMs,
      eventsPerSecond: rate,
      kills,
      seed,
      stopEach: 7,
      say,
    });
    console.log(JSON.stringify(verdict));
    if (verdict.missing + verdict.repeated + verdict.out_of_order > 0) process.exitCode = 1;
  });
}

const helpFor = (name: string, eventsPerSecond: number) => `npm run check:${name} -- [options]
  --kills N            processes to kill or stop (50)
  --seed N             seed of the moments (drawn, and printed)
  --brokers LIST       Kafka, host:port (KAFKA_BROKERS)
  --lease-ms N         lease of a process (3000)
  --events-per-second  rate of the load (${eventsPerSecond})
The database is one of its own, embedded, and gone afterwards.`;
