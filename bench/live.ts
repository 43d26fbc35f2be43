import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createIntakeStore } from '../src/adapters/postgres/intake.js';
import { type JournalWriter, openJournal } from '../src/adapters/postgres/journal.js';
import { createPool, type Pool } from '../src/adapters/postgres/pool.js';
import { inTransaction } from '../src/adapters/postgres/transaction.js';
import { type Catalogue, loadCatalogue } from '../src/catalogue/index.js';
import { withThrowAwayServer } from '../src/cli/check/throw-away-server.js';
import { startService } from '../src/cli/check-bulk/service.js';
import { type EventToAppend, processKey } from '../src/event/index.js';
import { createApiKey, createAuthenticator, createSessions } from '../src/intake/index.js';
import { openStreams } from './live/streams.js';
import { processCpuSeconds } from './projector/postgres-cpu.js';

/**
 * What live streams cost: the processor time of the process that serves them and of its database connections, while
 * events come at a steady rate, with the streams and without. The rest of the service is another process.
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
  },
});
const [STREAMS, RATE, SECONDS] = [values.streams, values.rate, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const ORGANISATIONS = ['acme', 'bolt', 'core', 'dyno'];
const SUPPLIERS = 5;
const BATCHES_PER_SECOND = 20;

await withThrowAwayServer(
  'live',
  (line) => process.stderr.write(`${line}\n`),
  async (databaseUrl) => {
    const flags = ['--database-url', databaseUrl];
    const serving = await startService([...flags, '--roles', 'query']);
    const projecting = await startService([...flags, '--roles', 'projector']);
    const pool = createPool(databaseUrl, {
      max: 4,
      applicationName: 'headrace-bench',
      onIdleError: (error) => process.stderr.write(`${error}\n`),
    });
    const catalogue = await loadCatalogue();
    const stop = new AbortController();
    const load = writeLoad(pool, await openJournal(pool, 6), catalogue, stop.signal);
    try {
      await sleep(5_000);
      const without = await cpuOver(serving.pid, pool);
      const streams = await openStreams(serving.url, await wantedStreams(pool));
      await sleep(3_000);
      const before = { messages: streams.messages(), bytes: streams.bytes() };
      const withThem = await cpuOver(serving.pid, pool);
      const messages = streams.messages() - before.messages;
      const bytes = streams.bytes() - before.bytes;
      stop.abort();
      const accepted = await load;
      // A look more, so that the last event has come to everybody.
      const ended = await untilAllShow(streams.showing);
      streams.close();
      const share = (seconds: number) => Number(((seconds * 100) / SECONDS).toFixed(2));
      console.log(
        JSON.stringify({
          bench: 'live',
          streams: STREAMS,
          events_per_second: RATE,
          events: accepted,
          process_percent_without: share(without.process),
          process_percent_with: share(withThem.process),
          database_percent_without: share(without.database),
          database_percent_with: share(withThem.database),
          cost_percent_of_a_core: share(
            withThem.process - without.process + withThem.database - without.database,
          ),
          messages_per_stream_and_second: Number((messages / STREAMS / SECONDS).toFixed(2)),
          kilobytes_per_second: Math.round(bytes / SECONDS / 1_000),
          streams_up_to_date_in_the_end: ended,
        }),
      );
    } finally {
      stop.abort();
      await load.catch(() => {});
      await pool.end();
      await serving.end('SIGTERM');
      await projecting.end('SIGTERM');
    }
  },
);

/** Processor seconds of the serving process and of its connections' backends. */
async function cpuOver(pid: number, pool: Pool): Promise<{ process: number; database: number }> {
  const backends = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name IN ('headrace query', 'headrace general')`,
    );
    return new Map(rows.map((row) => [row.pid, processCpuSeconds(row.pid)]));
  };
  const [processBefore, backendsBefore] = [processCpuSeconds(pid), await backends()];
  await sleep(SECONDS * 1_000);
  const database = [...(await backends())].map(([backend, cpu]) => cpu - (backendsBefore.get(backend) ?? 0));
  return {
    process: processCpuSeconds(pid) - processBefore,
    database: database.reduce((sum, cpu) => sum + cpu, 0),
  };
}

/** Most look at their list, some at one supplier; a few are operators. */
async function wantedStreams(pool: Pool) {
  const store = createIntakeStore(pool, await openJournal(pool, 6));
  const sessions = createSessions(store, createAuthenticator(store));
  const cookieOf = async (organisation: string | null) => {
    const scopes = organisation === null ? (['operate'] as const) : (['query'] as const);
    const made = await createApiKey(store, { organisation, label: 'bench', scopes });
    const session = made === 'no_organisation' ? undefined : await sessions.begin(made.secret);
    if (!session) throw new Error('no session');
    return `headrace_session=${session.secret}`;
  };
  for (const name of ORGANISATIONS) {
    await pool.query('INSERT INTO intake.organisations (organisation, name) VALUES ($1, $1)', [name]);
  }
  const operator = await cookieOf(null);
  const cookies = await Promise.all(ORGANISATIONS.map(cookieOf));
  return Array.from({ length: STREAMS }, (_, index) => {
    const owner = index % ORGANISATIONS.length;
    const supplier = `view=supplier&organisation=${ORGANISATIONS[owner]}&supplier=s-${index % SUPPLIERS}`;
    const view = index % 10 < 7 ? 'view=suppliers' : index % 10 < 9 ? supplier : 'view=projections';
    return { path: `/dashboard/live?${view}`, cookie: index % 20 === 0 ? operator : (cookies[owner] ?? '') };
  });
}

/** Imports of all suppliers are accepted and completed. @returns how many events were appended */
async function writeLoad(
  pool: Pool,
  journal: JournalWriter,
  catalogue: Catalogue,
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now();
  const batch = RATE / BATCHES_PER_SECOND;
  let appended = 0;
  while (!signal.aborted) {
    const events = Array.from({ length: batch }, (_, index) => eventOf(catalogue, appended + index));
    await inTransaction(pool, (client) => journal.commitWith(client, events));
    appended += batch;
    const aheadMs = (appended / RATE) * 1_000 - (performance.now() - started);
    if (aheadMs > 0) await sleep(aheadMs);
  }
  return appended;
}

function eventOf(catalogue: Catalogue, index: number): EventToAppend {
  const n = Math.floor(index / 2);
  const organisation = ORGANISATIONS[n % ORGANISATIONS.length] ?? '';
  const import_supplier = `s-${Math.floor(n / ORGANISATIONS.length) % SUPPLIERS}`;
  const process = { resource_type: 'account', external_identifier: `a-${n}` };
  const accepts = index % 2 === 0;
  const type = accepts ? 'import.accepted' : 'data_import.import_process.complete';
  const data = accepts
    ? { ...process, organisation, import_supplier, attempt: 1 }
    : { ...process, identifier: `A-${n}` };
  const id = randomUUID();
  return {
    envelope: {
      id,
      source: 'headrace/importer',
      type,
      version: 'v1',
      time: new Date().toISOString(),
      subject: null,
      key: processKey(organisation, 'account', `a-${n}`),
      importSupplier: import_supplier,
      organisation,
      causationId: null,
      correlationId: id,
      traceparent: null,
    },
    payload: catalogue.encodeUnknown(type, 'v1', data),
  };
}

/** All tell that nothing is missing. @returns how many streams did in the end */
async function untilAllShow(showing: (words: string) => number): Promise<number> {
  for (let tries = 0; tries < 40 && showing('100 %') < STREAMS; tries++) await sleep(250);
  return showing('100 %');
}
