import type { Command } from 'commander';
import { pino } from 'pino';
import { runningEmbeddedPostgres } from '../adapters/postgres/embedded.js';
import { type Config, readConfig } from '../config.js';
import { type Database, openDatabase } from '../start/database.js';
import { type House, openHouse } from '../start/house.js';
import { Lifecycle } from '../start/lifecycle.js';

/** Which installation a command is about. */
export interface HouseFlags {
  readonly data?: string;
  readonly databaseUrl?: string;
}

const logger = pino({ level: 'warn' }, process.stderr);

/** The flags that say which installation a command is about. */
export function withHouseFlags(command: Command): Command {
  return command
    .option('--data <folder>', 'folder of the embedded PostgreSQL')
    .option('--database-url <url>', 'PostgreSQL to use instead of the embedded one');
}

/** Works beside a running service, and without one: then the embedded PostgreSQL runs as long as the command. */
export async function withDatabase<T>(
  flags: HouseFlags,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const lifecycle = new Lifecycle(logger);
  try {
    return await work(await openDatabase(await findDatabase(flags), logger, lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

/** The same with all that is checked out: what can be said, and remembered. */
export async function withHouse<T>(flags: HouseFlags, work: (house: House) => Promise<T>): Promise<T> {
  const lifecycle = new Lifecycle(logger);
  try {
    return await work(await openHouse(await findDatabase(flags), logger, lifecycle));
  } finally {
    await lifecycle.stop();
  }
}

/** Aborted by Ctrl-C or SIGTERM: what is under way ends in order. */
export function interrupted(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** The flags as settings. */
export function flagsOf({ data, databaseUrl }: HouseFlags): string[] {
  return [...(data ? ['--data', data] : []), ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
}

/** The configuration with the database of a service that runs on the same folder, if one does. */
async function findDatabase(flags: HouseFlags): Promise<Config> {
  const config = readConfig(flagsOf(flags));
  if (config.databaseUrl !== undefined) return config;
  return { ...config, databaseUrl: await runningEmbeddedPostgres(config.dataFolder, logger) };
}
