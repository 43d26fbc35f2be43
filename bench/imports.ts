import pg from 'pg';
import { connect } from '../src/cli/demo/client.js';
import { untilProjected } from '../src/cli/demo/wait.js';
import { sendOneByOne, validBodies } from './load.js';
import { type Bench, peakRssMb, report } from './setup.js';

/** Imports valid accounts through the HTTP API, everything running, until all of them are in the read models. */
export async function measureImports(bench: Bench, accounts: number): Promise<void> {
  const service = await bench.start('intake,importer,projector,query');
  try {
    const client = await connect(service.url, bench.apiKey);
    const bodies = validBodies(bench.importSupplier, 'bench', accounts);
    const started = performance.now();
    const { sentMs, p99Ms } = await sendOneByOne(service.url, client.token, bodies);
    await untilProjected(client, bench.importSupplier, accounts, AbortSignal.timeout(120_000));
    const allMs = performance.now() - started;
    const events = await journaledEvents(bench);
    report('imports accepted', (accounts * 1_000) / sentMs, '1/s');
    report('imports accepted, run and projected', (accounts * 1_000) / allMs, '1/s');
    report('events journaled', (events * 1_000) / allMs, '1/s');
    report('import answered, p99', p99Ms, 'ms');
    report('peak RSS of the service', peakRssMb(service.pid), 'MB');
  } finally {
    await service.end('SIGTERM');
  }
}

/** Events in the journal. */
async function journaledEvents(bench: Bench): Promise<number> {
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT sum(last_sequence)::float8 AS events FROM journal.partitions',
    );
    return rows[0].events;
  } finally {
    await client.end();
  }
}
