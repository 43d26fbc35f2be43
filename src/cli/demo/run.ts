import { countEverything } from '../../adapters/postgres/statistics.js';
import type { Headrace } from '../../main.js';
import { showProgress } from '../progress.js';
import { demoAccounts } from './accounts.js';
import { type ApiClient, at, connect, expectStatus } from './client.js';
import { curlCommands } from './curl.js';
import { sendAccounts } from './send.js';
import { prepareImport } from './setup.js';
import { summary } from './summary.js';
import { untilProjected } from './wait.js';

export interface DemoOptions {
  /** How many accounts to send. */
  readonly accounts: number;
  readonly seed: number;
  /** Aborted when the user has had enough. */
  readonly stop: AbortSignal;
}

/** As many requests at once as a client with an ordinary connection pool would have under way. */
const CONCURRENCY = 32;

/** Plays a client's first hour: keys, a supplier, an import, and a look at the result. Prints as it goes. */
export async function runDemo(headrace: Headrace, { accounts, seed, stop }: DemoOptions): Promise<void> {
  const startedAt = new Date();
  const operator = await connect(headrace.url, await headrace.createOperatorKey('demo'));
  const { importSupplier, apiKey } = await prepareImport(operator);
  const client = await connect(headrace.url, apiKey);

  console.log(`Watch it: ${headrace.url}/dashboard/, API key ${apiKey}`);
  const payloads = generate(accounts, seed, importSupplier);
  const progress = showProgress(`Importing into ${importSupplier}`, accounts);
  const sent = await sendAccounts(client, payloads, CONCURRENCY, progress.step, stop).finally(progress.stop);
  const projectedMs = await untilProjected(client, importSupplier, sent.accepted, stop);

  const supplier = await read(client, `/v1/query/import-suppliers/${importSupplier}`);
  const errors = await read(client, `/v1/query/import-errors?import_supplier=${importSupplier}`);
  const statistics = await countEverything(headrace.databaseUrl, startedAt);
  console.log(`\n${summary({ sent, projectedMs, supplier, errors, statistics })}`);
  console.log(`\nWhat failed and why: ${headrace.url}/dashboard/, API key ${apiKey}`);
  console.log(
    `\nTry it (the token is good for an hour):\n\n${curlCommands(headrace.url, client.token, importSupplier)}`,
  );
  console.log(
    `\nThe tables, for any PostgreSQL client (schema read_model):\n\n  psql '${headrace.databaseUrl}'`,
  );
}

function generate(count: number, seed: number, importSupplier: string): readonly unknown[] {
  const generated = demoAccounts({
    seed,
    importSupplier,
    prefix: `${importSupplier}-`,
    refusedFraction: 0.04,
    failingFraction: 0.03,
    hasGas: false,
  });
  return Array.from({ length: count }, () => generated.next().value.payload);
}

async function read(client: ApiClient, path: string): Promise<unknown> {
  const { body } = expectStatus(await client.get(path), 200);
  return at(body, 'results') ?? body;
}
