/**
 * `npm run check:oracle -- --histories 200 --seed 1`: applies random histories of all events by the projector, under all
 * kinds of trouble, and compares every row of every read model with a plain fold of the same events.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalogue } from '../catalogue/index.js';
import { readConfig } from '../config.js';
import { packageRoot } from '../package-root.js';
import { loadProjections } from '../projector/index.js';
import { withThrowAwayServer } from './check/throw-away-server.js';
import { withDatabases } from './check-oracle/databases.js';
import { checkOracle } from './check-oracle/run.js';
import { showProgress } from './progress.js';

const HELP = `npm run check:oracle -- [options]
  --histories N   random histories (200)
  --seed N        seed of the first history; each further one has the next (drawn, and printed)
The databases are two of its own, gone afterwards: on the server of DATABASE_URL, or on an embedded one.`;

const say = (line: string) => process.stderr.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '200' },
    seed: { type: 'string', default: `${randomBytes(4).readUInt32BE(0)}` },
    help: { type: 'boolean', default: false },
  },
});
const [histories = 0, seed = 0] = [values.histories, values.seed].map(Number);
if (values.help || [histories, seed].some((number) => !Number.isSafeInteger(number) || number < 0)) {
  say(HELP);
  process.exit(values.help ? 0 : 2);
}

const [catalogue, projections] = await Promise.all([
  loadCatalogue(),
  loadProjections(join(packageRoot, 'projections')),
]);

async function check(url: string): Promise<void> {
  say(`seed ${seed}`);
  const progress = showProgress('histories', histories, process.stderr);
  const onIdleError = (error: Error) => say(String(error));
  const verdict = await withDatabases(url, onIdleError, (engine, oracle) =>
    checkOracle({
      ...{ catalogue, projections, engine, oracle, histories, seed, scale: 1, say },
      onHistory: () => progress.step(),
    }),
  );
  progress.stop();
  console.log(JSON.stringify(verdict));
  if (verdict.diverged > 0) process.exitCode = 1;
}

const { databaseUrl } = readConfig();
await (databaseUrl === undefined ? withThrowAwayServer('oracle', say, check) : check(databaseUrl));
