import { createPool, type Pool } from '../src/adapters/postgres/pool.js';
import { connect } from '../src/cli/demo/client.js';
import { CONNECTIONS, sendOneByOne, validBodies } from './load.js';
import { median } from './median.js';
import { type Bench, report } from './setup.js';

/** As many database connections as each part of the service has. */
const POOL_CONNECTIONS = 10;
/** Until the connections are open and most code is compiled: of the first 5,000, each costs the service twice as much. */
const WARM_UP = 10_000;

/** In turns, and the middle one counts: from one moment to the next, a machine may be a third slower. */
const ROUNDS = 3;

/**
 * Single calls against what the database itself takes: the same bodies are inserted row by row through a pool like the
 * service's, and imported through the HTTP API by as many clients at once, of a process that runs the intake alone, in
 * turns. Before that, once by a process that runs everything: it imports and projects them as they come, which takes most
 * of the machine, and more where others wait to be imported.
 */
export async function measureIntake(bench: Bench, accounts: number): Promise<void> {
  const bodies = (prefix: string) => validBodies(bench.importSupplier, `${prefix}-`, WARM_UP + accounts);
  const beside = await accept(bench, 'intake,importer,projector,query', bodies('beside'));
  const rounds: { readonly inserted: number; readonly alone: number }[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const inserted = await insertRowByRow(bench, bodies('row'));
    rounds.push({ inserted, alone: await accept(bench, 'intake', bodies(`alone-${round}`)) });
  }
  const inserted = median(rounds.map((round) => round.inserted));
  const alone = median(rounds.map((round) => round.alone));
  report('JSON bodies inserted row by row', inserted, '1/s');
  report('imports accepted, single calls, intake alone', alone, '1/s');
  report('imports accepted, intake alone, of rows inserted', (100 * alone) / inserted, '%');
  report('imports accepted, single calls, all roles in one process', beside, '1/s');
  report('imports accepted, all roles in one process, of rows inserted', (100 * beside) / inserted, '%');
}

async function insertRowByRow(bench: Bench, bodies: readonly string[]): Promise<number> {
  const pool = createPool(bench.databaseUrl, {
    max: POOL_CONNECTIONS,
    timed: 'connection',
    applicationName: 'headrace bench',
    onIdleError: (error) => {
      throw error;
    },
  });
  try {
    await pool.query(
      'CREATE TABLE bench_bodies (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body jsonb)',
    );
    await insertAll(pool, bodies.slice(0, WARM_UP));
    const started = performance.now();
    await insertAll(pool, bodies.slice(WARM_UP));
    const tookMs = performance.now() - started;
    await pool.query('DROP TABLE bench_bodies');
    return ((bodies.length - WARM_UP) * 1_000) / tookMs;
  } finally {
    await pool.end();
  }
}

async function insertAll(pool: Pool, bodies: readonly string[]): Promise<void> {
  const insert = { name: 'bench-insert', text: 'INSERT INTO bench_bodies (body) VALUES ($1)' };
  const waiting = bodies.values();
  const lane = async () => {
    for (const body of waiting) await pool.query({ ...insert, values: [body] });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

async function accept(bench: Bench, roles: string, bodies: readonly string[]): Promise<number> {
  const service = await bench.start(roles);
  try {
    const { token } = await connect(service.url, bench.apiKey);
    await sendOneByOne(service.url, token, bodies.slice(0, WARM_UP));
    const { sentMs } = await sendOneByOne(service.url, token, bodies.slice(WARM_UP));
    return ((bodies.length - WARM_UP) * 1_000) / sentMs;
  } finally {
    await service.end('SIGTERM');
  }
}
