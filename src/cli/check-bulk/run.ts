import { createIntakeStore } from '../../adapters/postgres/intake.js';
import { openJournal } from '../../adapters/postgres/journal.js';
import { createPool } from '../../adapters/postgres/pool.js';
import { createOperatorKey } from '../../start/operator-key.js';
import { connect } from '../demo/client.js';
import { prepareImport } from '../demo/setup.js';
import { createRandom } from '../random.js';
import { type Accounts, sendStream } from './send.js';
import { type Service, startService } from './service.js';
import { countStored, type Stored } from './verdict.js';

export interface CheckOptions {
  /** A migrated database of the check's own. */
  readonly databaseUrl: string;
  /** A folder of its own, for the service's files. */
  readonly folder: string;
  readonly accounts: number;
  readonly seed: number;
  /** Whether the service is killed in the middle, and everything sent again. */
  readonly hasKill: boolean;
  /** Of the service, as in `--roles`. */
  readonly roles: string;
  readonly say: (line: string) => void;
}

export interface Verdict extends Stored {
  /** Lines of the stream that was sent to its end. */
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  /** Answers out of order, or other than their line asks for. */
  readonly wrong: number;
  /** Most memory of the service beyond what it held when it was ready. */
  readonly rss_growth_mb: number;
  readonly accounts_per_s: number;
}

/** More would mean that a stream is held in memory. */
export const RSS_GROWTH_MB_MAX = 150;

const PARTITIONS = 6;
/** The kill comes when this part of the lines is answered. */
const KILL_BETWEEN = [0.3, 0.7] as const;

/**
 * Sends accounts through the bulk call and counts afterwards what is stored. With a kill, the stream that is sent again
 * reads no answer before it has sent everything.
 */
export async function checkBulk(options: CheckOptions): Promise<Verdict> {
  const { databaseUrl, folder, hasKill, say } = options;
  const pool = createPool(databaseUrl, {
    max: 2,
    applicationName: 'headrace-check',
    onIdleError: (error) => say(String(error)),
  });
  const flags = ['--database-url', databaseUrl, '--data', folder, '--roles', options.roles];
  let service: Service | undefined;
  try {
    const store = createIntakeStore(pool, await openJournal(pool, PARTITIONS));
    const operatorKey = await createOperatorKey(store, 'check');
    service = await startService(flags);
    const { apiKey, importSupplier } = await prepareImport(await connect(service.url, operatorKey));
    const accounts = { count: options.accounts, seed: options.seed, importSupplier };
    let growthMb = 0;
    if (hasKill) {
      growthMb = await killInTheMiddle(service, apiKey, accounts, say);
      service = await startService(flags);
    }
    const { token } = await connect(service.url, apiKey);
    const started = performance.now();
    const answered = await sendStream(service.url, token, accounts, { isReadLate: hasKill });
    const tookMs = performance.now() - started;
    if (!answered.isComplete) say('the stream was not answered to its end');
    growthMb = Math.max(growthMb, service.rssGrowthMb());
    return {
      sent: accounts.count,
      accepted: answered.accepted,
      refused: answered.refused,
      ...(await countStored(pool, accounts)),
      wrong: answered.wrong,
      rss_growth_mb: Math.round(growthMb),
      accounts_per_s: Math.round((accounts.count * 1_000) / tookMs),
    };
  } finally {
    await service?.end('SIGTERM');
    await pool.end();
  }
}

/** @returns how much its memory had grown by then, in MB */
async function killInTheMiddle(
  service: Service,
  apiKey: string,
  accounts: Accounts,
  say: (line: string) => void,
): Promise<number> {
  const random = createRandom(accounts.seed);
  const [from, to] = KILL_BETWEEN;
  const killAt = Math.round(accounts.count * (from + (to - from) * random.next()));
  const { token } = await connect(service.url, apiKey);
  let growthMb = 0;
  let killed: Promise<void> | undefined;
  const { accepted, refused, wrong } = await sendStream(service.url, token, accounts, {
    isReadLate: false,
    onAnswer: (answered) => {
      if (answered < killAt || killed) return;
      growthMb = service.rssGrowthMb();
      killed = service.end('SIGKILL');
    },
  });
  if (!killed || wrong > 0) throw new Error(`before the kill, ${wrong} answers were wrong`);
  await killed;
  say(`killed after ${accepted + refused} answers; everything is sent again`);
  return growthMb;
}
