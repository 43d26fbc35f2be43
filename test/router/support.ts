import { createRoutedTopics, type KafkaSettings } from '../../src/adapters/kafka/index.js';
import { createJournalStore } from '../../src/adapters/postgres/journal-reader.js';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { createDeliveryStore } from '../../src/adapters/postgres/router-deliveries.js';
import { createRouterStore } from '../../src/adapters/postgres/router-store.js';
import { sendWebhook } from '../../src/adapters/webhook/send.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { type EventToAppend, newEventId } from '../../src/event/index.js';
import { journalLog } from '../../src/journal/index.js';
import {
  createRouter,
  parseRoute,
  parseSecrets,
  type Route,
  type RouterOptions,
  type RouteTable,
} from '../../src/router/index.js';
import { tableOf } from '../../src/start/router.js';
import { openSchemas } from '../../src/start/schemas.js';
import { envelope } from '../support/events.js';

export const catalogue: Catalogue = await loadCatalogue();
export const schemas = await openSchemas(undefined, catalogue);

/** A signing secret as a user writes it, and its bytes. */
export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secrets = new Map([['TEST', parseSecrets(SECRET) ?? []]]);

/** A route file's content, with what a test does not care about filled in. */
export function routeOf(name: string, content: object): Route {
  const value = { description: 'A test.', enabled: true, match: { types: ['**'] }, ...content };
  const route = parseRoute({ file: `routes/${name}.json`, name, json: { value } });
  if (!('match' in route)) throw new Error(JSON.stringify(route));
  return route;
}

export const tableFor = (...routes: Route[]): RouteTable =>
  tableOf(catalogue, routes, ({ enabled }) => enabled);

/** Topic by which events of a test go, in turns of version: half of them do not know their account. */
export function revoked(agreement: number, account: string | null): EventToAppend {
  const version = account === null ? 'v1' : 'v2';
  const data = { agreement_id: agreement, ...(account !== null && { account_number: account }) };
  return {
    envelope: envelope({
      type: 'agreement.revoked',
      version,
      key: account ?? `${agreement}`,
      id: newEventId(),
    }),
    payload: catalogue.encodeUnknown('agreement.revoked', version, data),
  };
}

/** A router over a test database that reads the journal in place, quick to notice things. */
export function routerOver(
  pool: Pool,
  table: RouteTable,
  kafka: KafkaSettings | undefined,
  changed: Partial<RouterOptions> = {},
) {
  return createRouter({
    catalogue,
    table,
    store: createRouterStore(pool),
    deliveries: createDeliveryStore(pool),
    topics: kafka && createRoutedTopics(kafka, schemas),
    openLog: async (name) =>
      journalLog(createJournalStore(pool), {
        name,
        delivery: { events: 500, bytes: 1_000_000 },
        concurrency: 2,
        pollMs: 100,
        retryMs: 50,
        onFault: () => {},
      }),
    sendWebhook,
    secrets,
    holder: 'test',
    leaseMs: 2_000,
    retryMs: 100,
    webhookRetryMs: 20,
    onFault: () => {},
    onStopped: () => {},
    onUnjudged: () => {},
    onGivenUp: () => {},
    ...changed,
  });
}
