import { type AccessRole, AccessRolesError } from '../adapters/postgres/access-roles.js';
import { startEmbeddedPostgres } from '../adapters/postgres/embedded.js';
import { type JournalWriter, openJournal } from '../adapters/postgres/journal.js';
import { migrate } from '../adapters/postgres/migrate.js';
import { createPool, type Pool } from '../adapters/postgres/pool.js';
import { type Config, ConfigError } from '../config.js';
import type { Lifecycle } from './lifecycle.js';

/** An up-to-date database, and connections to it. */
export interface Database {
  readonly url: string;
  readonly journal: JournalWriter;
  /**
   * A pool of its own for each part, so that a busy one cannot starve another. Ended when everything is.
   *
   * @param role what its connections are limited to; left out for a part that writes.
   */
  pool(name: string, role?: AccessRole): Pool;
  /** Rejects where the database does not answer. */
  check(): Promise<void>;
}

interface DatabaseLog {
  info(message: string): void;
  warn(message: string): void;
  warn(facts: object, message: string): void;
}

/** What comes in or is projected by the thousand travels in large queries, one behind the other. */
const TIMED_BY_CONNECTION: ReadonlySet<string> = new Set(['intake', 'importer', 'inbound', 'projector']);
/** Connections of one part: together they stay well below PostgreSQL's 100. */
const POOL_CONNECTIONS = 10;

/** Starts the embedded PostgreSQL, unless another is configured, and migrates it. */
export async function openDatabase(
  config: Config,
  log: DatabaseLog,
  lifecycle: Lifecycle,
): Promise<Database> {
  const url = config.databaseUrl ?? (await startEmbedded(config, log, lifecycle));
  const pools = new Map<string, Pool>();
  const pool = (name: string, role?: AccessRole): Pool => {
    const known = pools.get(name);
    if (known) return known;
    const made = createPool(url, {
      max: POOL_CONNECTIONS,
      timed: TIMED_BY_CONNECTION.has(name) ? 'connection' : 'query',
      ...(role && { role }),
      applicationName: `headrace ${name}`,
      onIdleError: (err) => log.warn({ err, pool: name }, 'a database connection broke; it is replaced'),
    });
    pools.set(name, made);
    return made;
  };
  lifecycle.started('database connections', async () => {
    await Promise.all([...pools.values()].map((open) => open.end()));
  });
  const general = pool('general');
  const check = async () => {
    await general.query('SELECT 1');
  };
  await check().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message || String(cause.cause ?? cause) : String(cause);
    throw new ConfigError([`DATABASE_URL: the database cannot be reached (${reason}).`]);
  });
  await migrate(url).catch((error: unknown) => {
    throw error instanceof AccessRolesError ? new ConfigError([`DATABASE_URL: ${error.message}`]) : error;
  });
  return { url, journal: await openJournal(general, config.partitions), pool, check };
}

async function startEmbedded(config: Config, log: DatabaseLog, lifecycle: Lifecycle): Promise<string> {
  const server = await startEmbeddedPostgres({
    folder: config.dataFolder,
    log,
    durable: true,
    ...(config.databasePort > 0 && { port: config.databasePort }),
  });
  lifecycle.started('embedded PostgreSQL', () => server.stop());
  void server.lost.then((reason) => lifecycle.fail(new Error(reason)));
  return server.url;
}
