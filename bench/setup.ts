import { readFileSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/adapters/postgres/embedded.js';
import { connect } from '../src/cli/demo/client.js';
import { prepareImport } from '../src/cli/demo/setup.js';
import { readConfig } from '../src/config.js';
import { startHeadrace } from '../src/main.js';
import { freePort, type RunningService, startService } from '../test/support/service.js';

export interface Bench {
  readonly databaseUrl: string;
  readonly apiKey: string;
  readonly importSupplier: string;
  /** The service as a process of its own, with these roles, on the bench's database. */
  start(roles: string): Promise<RunningService>;
  stop(): Promise<void>;
}

/** A PostgreSQL in `folder`, with an organisation, a supplier and a key. */
export async function prepareBench(folder: string): Promise<Bench> {
  const logger = pino({ level: 'warn' });
  const server = await startEmbeddedPostgres({ folder, log: logger, durable: true });
  try {
    return await prepareOn(server, folder, logger);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function prepareOn(server: EmbeddedPostgres, folder: string, logger: Logger): Promise<Bench> {
  const flags = ['--database-url', server.url];
  const headrace = await startHeadrace(readConfig([...flags, '--data', folder, '--port', '0']), { logger });
  try {
    const operator = await connect(headrace.url, await headrace.createOperatorKey('bench'));
    const made = await prepareImport(operator);
    const port = await freePort();
    return {
      ...made,
      databaseUrl: server.url,
      start: (roles) => startService(folder, { port, flags: [...flags, '--roles', roles] }),
      stop: () => server.stop(),
    };
  } finally {
    await headrace.stop();
  }
}

/** One figure, as a line of JSON. */
export function report(figure: string, value: number, unit: string): void {
  console.log(JSON.stringify({ figure, value: Number(value.toPrecision(4)), unit }));
}

/** The most memory a process has held so far, in MB (Linux only; 0 elsewhere). */
export function peakRssMb(pid: number): number {
  try {
    const kb = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kb ?? 0) / 1024;
  } catch {
    return 0;
  }
}
