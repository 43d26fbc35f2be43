import type { Logger } from 'pino';
import { runningEmbeddedPostgres } from '../adapters/postgres/embedded.js';
import type { Config } from '../config.js';

/** The configuration with the database of a service that runs on the same folder, if one does. */
export async function findDatabase(config: Config, logger: Logger): Promise<Config> {
  if (config.databaseUrl !== undefined) return config;
  return { ...config, databaseUrl: await runningEmbeddedPostgres(config.dataFolder, logger) };
}
