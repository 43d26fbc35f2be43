import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fillOnce, MIDDLING, TINY } from './query/fill.js';
import { addKeyOf, addOrganisation } from './query/keys.js';
import { requestsOf } from './query/requests.js';
import { sendAtRate } from './query/send.js';
import { peakRssMb, prepareBench } from './setup.js';

/**
 * Lists and single things at size: 50 requests a second with the documented filters, from an organisation that has almost
 * everything, one that has a hundredth, one that has almost nothing, and an operator. `--accounts N --history N --seconds N`.
 * `--data DIR` keeps what was filled there, which takes minutes, and asks it again the next time; `--seconds 0` fills alone.
 * One line of JSON for each kind of request, the last one for all lists.
 */
const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    history: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '50' },
    data: { type: 'string' },
  },
});
const [accounts, history] = [Number(values.accounts), Number(values.history)];
const seconds = Number(values.seconds);
if (values.data) mkdirSync(values.data, { recursive: true });
const folder = values.data ? resolve(values.data) : mkdtempSync(join(tmpdir(), 'headrace-bench-'));
// Entered, not read, by the user that PostgreSQL runs as when we are root.
chmodSync(folder, 0o711);
const bench = await prepareBench(folder);
try {
  const started = performance.now();
  await fillOnce(bench.databaseUrl, { accounts, history });
  console.error(`filled in ${Math.round((performance.now() - started) / 1_000)} s`);
  if (seconds > 0) await ask();
} finally {
  await bench.stop();
  if (!values.data) rmSync(folder, { recursive: true, force: true });
}

async function ask(): Promise<void> {
  for (const organisation of [TINY, MIDDLING]) await addOrganisation(bench.databaseUrl, organisation);
  const keys = {
    large: bench.apiKey,
    middling: await addKeyOf(bench.databaseUrl, MIDDLING),
    tiny: await addKeyOf(bench.databaseUrl, TINY),
    operator: await addKeyOf(bench.databaseUrl, null),
  };
  const service = await bench.start('query,intake');
  try {
    const requests = await requestsOf(service.url, keys, accounts);
    // The first of each kind pays for plans and for pages of the disk.
    await sendAtRate(service.url, requests, Number(values.rate), requests.length / Number(values.rate));
    const taken = await sendAtRate(service.url, requests, Number(values.rate), seconds);
    for (const figures of taken.byKind) console.log(JSON.stringify(figures));
    const rss_mb = Math.round(peakRssMb(service.pid));
    console.log(JSON.stringify({ accounts, history, ...taken.all, rss_mb }));
  } finally {
    await service.end('SIGTERM');
  }
}
