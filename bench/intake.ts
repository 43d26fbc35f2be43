import { createPool, type Pool } from '../src/adapters/postgres/pool.js';
import { demoAccounts } from '../src/cli/demo/accounts.js';
import { connect } from '../src/cli/demo/client.js';
import { CONNECTIONS, sendOneByOne } from './load.js';
import { type Bench, report } from './setup.js';

/** As many database connections as each part of the service has. */
const POOL_CONNECTIONS = 10;

/**
 * Single calls against what the database itself takes: the same bodies, sent by as many clients at once, are first
 * inserted row by row through a pool like the service's, then imported through the HTTP API by a process that runs
 * the intake alone, and by one that runs everything.
 */
export async function measureIntake(bench: Bench, accounts: number): Promise<void> {
  const inserted = await insertRowByRow(bench, bodiesOf(bench, 'insert', accounts));
  report('JSON bodies inserted row by row', inserted, '1/s');
  for (const [what, roles] of [
    ['intake alone', 'intake'],
    ['everything in one process', 'intake,importer,projector,query'],
  ] as const) {
    const accepted = await acceptOneByOne(bench, roles, bodiesOf(bench, `single-${roles.length}-`, accounts));
    report(`imports accepted, single calls, ${what}`, accepted, '1/s');
    report(`the same, of the rate row by row`, (100 * accepted) / inserted, '%');
  }
}

function bodiesOf(bench: Bench, prefix: string, count: number): string[] {
  const generated = demoAccounts({
    seed: 1,
    importSupplier: bench.importSupplier,
    prefix,
    refusedFraction: 0,
    failingFraction: 0,
    hasGas: false,
  });
  return Array.from({ length: count }, () => JSON.stringify(generated.next().value.payload));
}

async function insertRowByRow(bench: Bench, bodies: readonly string[]): Promise<number> {
  const pool = createPool(bench.databaseUrl, {
    max: POOL_CONNECTIONS,
    applicationName: 'headrace bench',
    onIdleError: (error) => {
      throw error;
    },
  });
  try {
    await pool.query(
      'CREATE TABLE bench_bodies (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb)',
    );
    await insertAll(pool, bodies.slice(0, CONNECTIONS));
    const started = performance.now();
    await insertAll(pool, bodies);
    const tookMs = performance.now() - started;
    await pool.query('DROP TABLE bench_bodies');
    return (bodies.length * 1_000) / tookMs;
  } finally {
    await pool.end();
  }
}

async function insertAll(pool: Pool, bodies: readonly string[]): Promise<void> {
  const waiting = bodies.values();
  const lane = async () => {
    for (const body of waiting) {
      await pool.query({
        name: 'bench-insert',
        text: 'INSERT INTO bench_bodies (body) VALUES ($1)',
        values: [body],
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

async function acceptOneByOne(bench: Bench, roles: string, bodies: readonly string[]): Promise<number> {
  const service = await bench.start(roles);
  try {
    const { token } = await connect(service.url, bench.apiKey);
    const { sentMs } = await sendOneByOne(service.url, token, bodies);
    return (bodies.length * 1_000) / sentMs;
  } finally {
    await service.end('SIGTERM');
  }
}
