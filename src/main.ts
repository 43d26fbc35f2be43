/** The composition root: brings rooms and adapters together, starts them, and stops them in reverse order. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createServer, type ServerOptions } from './adapters/http/index.js';
import { folderObjectStore } from './adapters/objectstore/folder.js';
import { createImporterStore } from './adapters/postgres/importer.js';
import { journalHints } from './adapters/postgres/importer-hints.js';
import { createIntakeStore } from './adapters/postgres/intake.js';
import { createProjectionStore } from './adapters/postgres/projection-store.js';
import { createReadModels } from './adapters/postgres/query.js';
import type { Config } from './config.js';
import { runImporter } from './importer/index.js';
import { type Authenticator, createAuthenticator, type IntakeStore, intakePlugin } from './intake/index.js';
import { createProjector } from './projector/index.js';
import { queryPlugin } from './query/index.js';
import { openLog, startRelay } from './start/engine.js';
import { type House, liveVersion, openHouse, projectionsFolder } from './start/house.js';
import { Lifecycle } from './start/lifecycle.js';
import { createOperatorKey } from './start/operator-key.js';
import { runProcess } from './start/run-process.js';

export interface Headrace {
  /** Where the HTTP server listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly databaseUrl: string;
  /** Makes an API key with the scope `operate`. @returns its secret, which is shown nowhere else. */
  createOperatorKey(label: string): Promise<string>;
  /** Resolves with the first fault after which there is no point in going on; then stop it. */
  readonly failed: Promise<Error>;
  /** Answers requests under way, finishes work at hand, and ends. Everything accepted is in the database. */
  stop(): Promise<void>;
}

/**
 * Starts the parts of the pipeline that `config.roles` names, on an up-to-date database.
 *
 * @throws ConfigError or EmbeddedPostgresError where a person has to change something.
 */
export async function startHeadrace(config: Config, { logger }: { logger: Logger }): Promise<Headrace> {
  const lifecycle = new Lifecycle(logger);
  try {
    const house = await openHouse(config, logger, lifecycle);
    const { database } = house;
    const has = new Set(config.roles);
    if (has.has('importer')) startImporter(house);
    if (has.has('relay')) await startRelay(house);
    if (has.has('projector')) await startProjectors(house);
    const store = createIntakeStore(database.pool('intake'), database.journal);
    const authenticator = createAuthenticator(store);
    const url = await startServer(house, [
      ...(has.has('intake') ? [intake(house, store, authenticator)] : []),
      ...(has.has('query') ? [await query(house, authenticator)] : []),
    ]);
    logger.info({ url, roles: config.roles }, 'headrace runs');
    return {
      url,
      databaseUrl: database.url,
      createOperatorKey: (label) => createOperatorKey(store, label),
      failed: lifecycle.failed,
      stop: () => lifecycle.stop(),
    };
  } catch (error) {
    await lifecycle.stop();
    throw error;
  }
}

/** Room 1: requests become waiting imports, and events. */
function intake({ catalogue, config }: House, store: IntakeStore, authenticator: Authenticator) {
  return intakePlugin({ store, catalogue, authenticator, introspection: config.introspection });
}

/** Room 2: waiting imports come to their outcome. */
function startImporter({ config, logger, catalogue, database, lifecycle }: House): void {
  const log = logger.child({ room: 'importer' });
  const bucket = join(config.dataFolder, 'objects');
  mkdirSync(bucket, { recursive: true });
  const pool = database.pool('importer');
  lifecycle.run('importer', async (signal) => {
    const { hints, ended } = journalHints(pool, signal, (err) => log.warn({ err }, 'no hints for now'));
    const store = createImporterStore(pool, database.journal);
    const objectStore = folderObjectStore(bucket);
    await runImporter({ store, objectStore, hints, encoder: catalogue, log }, signal);
    await ended;
  });
}

/** Room 6: the log becomes read models. */
async function startProjectors(house: House): Promise<void> {
  const { logger, catalogue, database, projections, lifecycle } = house;
  const store = createProjectionStore(database.pool('projector'), projectionsFolder);
  for (const projection of projections) {
    const log = logger.child({ room: 'projector', projection: projection.name });
    const events = await openLog(house, projection.name, log);
    const projector = createProjector({
      projection,
      store,
      decode: (event) => catalogue.decodeCurrent(event),
      keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
      cachedRows: 50_000,
      onParked: ({ length: events, 0: first }) =>
        log.error({ events, reason: first?.reason }, 'events are parked'),
    });
    lifecycle.run(`projector of ${projection.name}`, (signal) => projector.run(events, signal));
  }
}

/** Room 7: read models become answers. */
async function query({ database, projections }: House, { authenticate }: Authenticator) {
  const pool = database.pool('query');
  const store = createProjectionStore(pool, projectionsFolder);
  // Answers are asked of their views from the start, also where the projector is another process, not begun yet.
  for (const projection of projections) await store.ensure(projection);
  const readModels = createReadModels(pool, {
    'import-progress': liveVersion(projections, 'import-progress'),
    'account-state': liveVersion(projections, 'account-state'),
  });
  return queryPlugin({ readModels, authenticate });
}

/** The one server: the rooms' calls, and whether this process is well. */
async function startServer(house: House, plugins: ServerOptions['plugins']): Promise<string> {
  const { config, logger, database, lifecycle } = house;
  const server = await createServer({
    logger: logger.child({ room: 'http' }),
    plugins,
    readiness: { database: () => database.check() },
    closeTimeoutMs: config.drainMs,
  });
  lifecycle.started('http server', () => server.close());
  return server.listen({ host: config.host, port: config.port });
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await runProcess(process.argv.slice(2), startHeadrace);
}
