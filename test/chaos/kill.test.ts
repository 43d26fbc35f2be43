import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/adapters/postgres/embedded.js';
import { demoAccounts } from '../../src/cli/demo/accounts.js';
import { type ApiClient, at, connect } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { untilProjected } from '../../src/cli/demo/wait.js';
import { createRandom } from '../../src/cli/random.js';
import { readConfig } from '../../src/config.js';
import { startHeadrace } from '../../src/main.js';
import { testFolder } from '../support/folder.js';
import { freePort, type RunningService, startService } from '../support/service.js';

const SEED = Number(process.env['HEADRACE_SEED'] ?? 1);
const ACCOUNTS = 600;
const KILLS = 5;
const LANES = 16;

describe(`kill -9 of the service at ${KILLS} moments under load (HEADRACE_SEED=${SEED})`, () => {
  it('loses nothing that was acknowledged, and counts nothing twice', { timeout: 300_000 }, async () => {
    const data = testFolder();
    const port = await freePort();
    const { apiKey, importSupplier } = await prepare(data);
    let service = await startService(data, { port });
    const client = await connect(service.url, apiKey);

    const load = new Load(client, importSupplier);
    const sending = load.send();
    const random = createRandom(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const goal = Math.round((ACCOUNTS * (kill + random.next())) / KILLS);
      while (load.answered < goal) await delay(5);
      await service.end('SIGKILL');
      service = await startService(data, { port });
    }
    await sending;
    await untilProjected(client, importSupplier, load.accepted.size, AbortSignal.timeout(120_000));
    expect(at((await client.get(`/v1/query/import-suppliers/${importSupplier}`)).body, 'accepted')).toBe(
      load.accepted.size,
    );
    expect(await stop(service)).toBe(0);

    await countIndependently(data, importSupplier, load);
  });
});

/** An organisation, a supplier and a key, made in a first life of the installation. */
async function prepare(data: string) {
  const config = readConfig(['--data', data, '--port', '0'], { LOG_LEVEL: 'silent' });
  const headrace = await startHeadrace(config, { logger: pino({ level: 'silent' }) });
  try {
    return await prepareImport(await connect(headrace.url, await headrace.createOperatorKey('test')));
  } finally {
    await headrace.stop();
  }
}

/** SIGTERM must end it in order within 10 s, whatever is under way. */
async function stop(service: RunningService): Promise<number | string> {
  const ended = service.end('SIGTERM');
  return Promise.race([ended, delay(10_000, 'still running after 10 s', { ref: false })]);
}

/** A client that repeats each request until it is answered: what a careful importer does. */
class Load {
  readonly accepted = new Set<string>();
  readonly refused = new Set<string>();
  readonly #client: ApiClient;
  readonly #payloads: Iterator<Readonly<Record<string, unknown>>>;

  constructor(client: ApiClient, importSupplier: string) {
    this.#client = client;
    const generated = demoAccounts({
      seed: SEED,
      importSupplier,
      prefix: importSupplier,
      refusedFraction: 0.04,
      failingFraction: 0.04,
      hasGas: false,
    });
    this.#payloads = Array.from({ length: ACCOUNTS }, () => generated.next().value.payload)[
      Symbol.iterator
    ]();
  }

  get answered(): number {
    return this.accepted.size + this.refused.size;
  }

  async send(): Promise<void> {
    const lane = async () => {
      for (let next = this.#payloads.next(); !next.done; next = this.#payloads.next())
        await this.#deliver(next.value);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  async #deliver(payload: Readonly<Record<string, unknown>>): Promise<void> {
    for (;;) {
      const answer = await this.#client.post('/v1/data-import/accounts/', payload).catch(() => undefined);
      if (answer?.status === 202) return void this.accepted.add(String(payload['external_identifier']));
      if (answer?.status === 400) return void this.refused.add(String(payload['external_identifier']));
      if (answer && answer.status !== 503)
        throw new Error(`unexpected ${answer.status} ${JSON.stringify(answer.body)}`);
      await delay(20);
    }
  }
}

/** Plain SQL over the tables and the journal, without any code of the service. */
async function countIndependently(data: string, importSupplier: string, load: Load): Promise<void> {
  const server = await startEmbeddedPostgres({ folder: data, log: pino({ level: 'silent' }), durable: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const rows = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;
  const names = async (sql: string) => (await rows(sql, [importSupplier])).map(({ name }) => name).sort();
  try {
    const accepted = [...load.accepted].sort();
    expect(
      await names(
        'SELECT external_identifier AS name FROM intake.import_processes WHERE import_supplier = $1',
      ),
    ).toEqual(accepted);
    expect(
      await names(
        'SELECT external_identifier AS name FROM read_model.import_processes WHERE import_supplier = $1',
      ),
    ).toEqual(accepted);
    // One event for each attempt's acceptance and one for its outcome, whatever was repeated. A repeated request is a
    // new attempt only where the one before it had failed.
    const attempts = await names(
      `SELECT external_identifier AS name FROM intake.import_processes, generate_series(1, attempt)
       WHERE import_supplier = $1`,
    );
    const subjects = (types: string) =>
      names(
        `SELECT split_part(key, '/', 3) AS name FROM journal.events WHERE import_supplier = $1 AND type IN (${types})`,
      );
    expect(await subjects("'import.accepted'")).toEqual(attempts);
    expect(
      await subjects("'data_import.import_process.complete', 'data_import.import_process.error'"),
    ).toEqual(attempts);

    const [counted] = await rows(
      `SELECT count(*)::int AS accepted, count(*) FILTER (WHERE state = 'complete')::int AS complete,
         count(*) FILTER (WHERE state = 'error')::int AS error
       FROM intake.import_processes WHERE import_supplier = $1`,
      [importSupplier],
    );
    const [shown] = await rows(
      `SELECT accepted::int, waiting::int, complete::int, error::int, cancelled::int
       FROM read_model.import_suppliers WHERE import_supplier = $1`,
      [importSupplier],
    );
    expect(shown).toEqual({ ...counted, waiting: 0, cancelled: 0 });
    expect(counted.complete).toBeGreaterThan(0);
    expect(counted.error).toBeGreaterThan(0);
    const imported =
      "SELECT account_number AS name FROM intake.import_processes WHERE import_supplier = $1 AND state = 'complete'";
    expect(
      await names('SELECT account_number AS name FROM read_model.accounts WHERE import_supplier = $1'),
    ).toEqual(await names(imported));
    const gaps = await rows(
      `SELECT partition FROM journal.events GROUP BY partition
       HAVING count(*) <> max(sequence) OR min(sequence) <> 1`,
    );
    expect(gaps).toEqual([]);
    expect(await rows('SELECT * FROM projector.parked_events')).toEqual([]);
  } finally {
    await client.end();
    await server.stop();
  }
}
