import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { createRoutedTopics } from '../adapters/kafka/index.js';
import { createDeliveryStore } from '../adapters/postgres/router-deliveries.js';
import { createRouterStore } from '../adapters/postgres/router-store.js';
import { sendWebhook } from '../adapters/webhook/send.js';
import type { Catalogue } from '../catalogue/index.js';
import { ConfigError } from '../config.js';
import {
  compileRoutes,
  createRouter,
  parseSecrets,
  type Route,
  RouteError,
  type RouteTable,
} from '../router/index.js';
import { kafkaSettings, openLog } from './engine.js';
import type { House } from './house.js';
import { loadRoutes } from './routes.js';

/**
 * Room 5: the log becomes routed topics and requests to webhooks. Without Kafka there are no topics, and webhooks are
 * served from the journal.
 *
 * @throws RouteError or ConfigError where a person has to change something
 */
export async function startRouter(house: House): Promise<void> {
  const { config, catalogue, database, lifecycle, states } = house;
  const log = house.logger.child({ room: 'router' });
  const routes = await loadRoutes(config.routesFolder);
  const table = tableOf(catalogue, routes, ({ enabled, to }) => enabled && canServe(house, to.kind));
  const idle = routes
    .filter(({ enabled, to }) => enabled && !canServe(house, to.kind))
    .map(({ name }) => name);
  if (idle.length > 0) log.info({ routes: idle }, 'routes to topics are idle: there is no Kafka');
  const working = [...new Set(table.targets.values())];
  const secrets = secretsOf(working, config.webhookSecrets);
  if (working.length === 0) return;
  const pool = database.pool('router');
  const targets = new Set(table.targets.keys());
  const router = createRouter({
    catalogue,
    table,
    store: createRouterStore(pool),
    deliveries: createDeliveryStore(pool),
    topics: await topicsOf(house, log),
    openLog: (name) => openLog(house, name, log, { role: 'router' }),
    sendWebhook,
    secrets,
    holder: `${hostname()}/${process.pid}`,
    leaseMs: 5_000,
    retryMs: 250,
    webhookRetryMs: 1_000,
    onFault: (err) => {
      states.pauses('router', 'router', err);
      log.error({ err }, 'the router pauses and tries again');
    },
    onStopped: (target, reason) => {
      states.stops('router', target, 'target_stopped');
      log.error({ target, reason }, 'nothing is routed to this target');
    },
    onUnjudged: ({ length: events, 0: first }) =>
      log.error(
        { events, route: first?.plan.route.name, reason: first?.fault.reason },
        'events are among the dead letters',
      ),
    onGivenUp: (route, event, detail) => log.error({ route, event, detail }, 'a webhook was given up'),
    onState: (state) => {
      if (state === 'routing' || state === 'standby') states.runs('router', 'router');
      // Whoever begins anew says again which targets stand still.
      if (state === 'starting' || state === 'standby')
        for (const target of targets) states.runs('router', target);
      log.info({ state }, 'the router has another state');
    },
  });
  lifecycle.run('router', (signal) => router.run(signal));
}

/** @throws RouteError with every fault of every route */
export function tableOf(
  catalogue: Catalogue,
  routes: readonly Route[],
  works: (route: Route) => boolean,
): RouteTable {
  const table = compileRoutes(catalogue, routes, works);
  if ('plansOf' in table) return table;
  throw new RouteError(table);
}

const canServe = ({ config }: House, kind: Route['to']['kind']): boolean =>
  kind === 'webhook' || config.kafkaBrokers !== undefined;

async function topicsOf(house: House, log: Logger) {
  const kafka = kafkaSettings(house, 'router', log);
  return kafka && createRoutedTopics(kafka, await house.schemas());
}

/** @throws ConfigError naming every secret that is missing or is none */
export function secretsOf(
  routes: readonly Route[],
  given: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Buffer[]> {
  const secrets = new Map<string, readonly Buffer[]>();
  const faults = new Set<string>();
  for (const { to, file } of routes) {
    if (to.kind !== 'webhook') continue;
    const parsed = parseSecrets(given.get(to.secret) ?? '');
    if (parsed) secrets.set(to.secret, parsed);
    else {
      const found = given.has(to.secret) ? 'must be' : 'is missing;';
      faults.add(
        `WEBHOOK_SECRET_${to.secret} ${found} whsec_ and 24 to 64 bytes in base64, as echo "whsec_$(openssl rand -base64 32)" ` +
          `makes it; several are parted by spaces. ${file} signs with it.`,
      );
    }
  }
  if (faults.size > 0) throw new ConfigError([...faults]);
  return secrets;
}
