import { pino } from 'pino';
import { ConfigError, readConfig } from '../../config.js';
import { ReplayRefused, RouteError } from '../../router/index.js';
import { type House, openHouse } from '../../start/house.js';
import { Lifecycle } from '../../start/lifecycle.js';
import { findDatabase } from '../find-database.js';
import { Refused } from './refused.js';

/** Options of all commands that need the installation. */
export interface HouseOptions {
  readonly data?: string;
  readonly databaseUrl?: string;
}

/** Runs a command within the installation, beside a running service or without one. Aborted by Ctrl-C. */
export async function withHouse<T>(
  { data, databaseUrl }: HouseOptions,
  work: (house: House, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const logger = pino({ level: 'warn' }, process.stderr);
  const flags = [...(data ? ['--data', data] : []), ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
  const config = await findDatabase(readConfig(flags), logger);
  const lifecycle = new Lifecycle(logger);
  const asked = new AbortController();
  const stop = () => asked.abort(new Refused('stopped before the end'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(await openHouse(config, logger, lifecycle), asked.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await lifecycle.stop();
  }
}

const PLAIN = [Refused, RouteError, ReplayRefused, ConfigError];

/** A mistake of the caller or in a file is told without a stack. */
export async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!PLAIN.some((kind) => error instanceof kind)) throw error;
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
