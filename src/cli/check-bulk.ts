/**
 * `npm run check:bulk -- --accounts 100000 --seed 1 --kill`: sends accounts through the bulk call, and counts by SQL what is
 * missing or stored twice. Ends with one line of JSON; the exit code is 1 where something is not as it must be.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../adapters/postgres/embedded.js';
import { migrate } from '../adapters/postgres/migrate.js';
import { checkBulk, RSS_GROWTH_MB_MAX } from './check-bulk/run.js';

const HELP = `npm run check:bulk -- [options]
  --accounts N   lines to send; one in ten is to be refused (100000)
  --seed N       seed of the accounts and of the moment of the kill (drawn, and printed)
  --kill         kill -9 the service in the middle, and send everything again, reading only at the end
  --roles LIST   of the service (intake)
The database is one of its own, embedded, and gone afterwards.`;

const say = (line: string) => process.stderr.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: `${randomBytes(4).readUInt32BE(0)}` },
    kill: { type: 'boolean', default: false },
    roles: { type: 'string', default: 'intake' },
    help: { type: 'boolean', default: false },
  },
});
const [accounts = 0, seed = 0] = [values.accounts, values.seed].map(Number);
if (values.help || !Number.isSafeInteger(accounts) || accounts < 1 || !Number.isSafeInteger(seed)) {
  say(HELP);
  process.exit(values.help ? 0 : 2);
}

const folder = mkdtempSync(join(tmpdir(), 'headrace-check-bulk-'));
// Entered, not read, by the user that PostgreSQL runs as when we are root.
chmodSync(folder, 0o711);
const log = { info: () => {}, warn: say, error: say };
const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log, durable: true });
try {
  await migrate(server.url);
  say(`seed ${seed}`);
  const verdict = await checkBulk({
    databaseUrl: server.url,
    folder,
    accounts,
    seed,
    hasKill: values.kill,
    roles: values.roles,
    say,
  });
  console.log(JSON.stringify(verdict));
  const { sent, accepted, refused, duplicates, missing, wrong, rss_growth_mb: growthMb } = verdict;
  const isWhole = accepted + refused === sent && duplicates + missing + wrong === 0;
  if (!isWhole || growthMb > RSS_GROWTH_MB_MAX) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
