/** The composition root: brings rooms and adapters together, starts them, and stops them in reverse order. */
import { pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { createServer, type RateLimits, type ServerOptions } from './adapters/http/index.js';
import { createIntakeStore } from './adapters/postgres/intake.js';
import type { Config } from './config.js';
import { createAuthenticator } from './intake/index.js';
import { openCatalogueSite } from './start/catalogue-site.js';
import { openDashboard } from './start/dashboard.js';
import { startRelay } from './start/engine.js';
import { reportRoles } from './start/health.js';
import { type House, openHouse } from './start/house.js';
import { startImporter } from './start/importer.js';
import { startInbound } from './start/inbound.js';
import { openIntake } from './start/intake.js';
import { Lifecycle } from './start/lifecycle.js';
import { openMetrics } from './start/metrics.js';
import { openDocumentation } from './start/openapi.js';
import { createOperatorKey } from './start/operator-key.js';
import { startDeletingPayloads } from './start/personal-data.js';
import { startProjectors } from './start/projectors.js';
import { openQuery } from './start/query.js';
import { openRedrives } from './start/redrives.js';
import { startRouter } from './start/router.js';
import { runProcess } from './start/run-process.js';
import { openShared, rateLimits } from './start/shared.js';

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
    if (has.has('importer')) await startImporter(house);
    if (has.has('importer')) startDeletingPayloads(house);
    if (has.has('relay')) await startRelay(house);
    if (has.has('router')) await startRouter(house);
    if (has.has('projector')) await startProjectors(house);
    if (has.has('intake')) await startInbound(house);
    const store = createIntakeStore(database.pool('intake'), database.journal);
    const shared = openShared(house);
    const authenticator = createAuthenticator(store, shared.tokens && { shared: shared.tokens });
    const url = await startServer(house, rateLimits(house, shared, authenticator), [
      ...(has.has('intake')
        ? [openIntake(house, store, authenticator), openRedrives(house, authenticator)]
        : []),
      ...(has.has('query') ? [await openQuery(house, authenticator)] : []),
      ...(has.has('query') && config.catalogue ? [await openCatalogueSite(house)] : []),
      ...(has.has('query') ? [await openDashboard(house, store, authenticator)] : []),
      openDocumentation(house.catalogue),
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

/** The one server: the rooms' calls, and whether this process is well. */
async function startServer(
  house: House,
  limits: RateLimits,
  plugins: ServerOptions['plugins'],
): Promise<string> {
  const { config, logger, database, lifecycle } = house;
  const server = await createServer({
    logger: logger.child({ room: 'http' }),
    plugins,
    readiness: { database: () => database.check() },
    roles: reportRoles(house),
    metrics: openMetrics(house),
    rateLimits: limits,
    ...(config.trustedProxies !== undefined && { trustedProxies: config.trustedProxies }),
    closeTimeoutMs: config.drainMs,
  });
  lifecycle.started('http server', () => server.close());
  return server.listen({ host: config.host, port: config.port });
}

if (pathToFileURL(process.argv[1] ?? '').href === import.meta.url) {
  await runProcess(process.argv.slice(2), startHeadrace);
}
