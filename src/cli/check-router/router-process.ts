/** A router of a check, in a process of its own. Prints its states, one a line. */
import { createRoutedTopics } from '../../adapters/kafka/index.js';
import { createJournalStore } from '../../adapters/postgres/journal-reader.js';
import { createPool } from '../../adapters/postgres/pool.js';
import { createDeliveryStore } from '../../adapters/postgres/router-deliveries.js';
import { createRouterStore } from '../../adapters/postgres/router-store.js';
import { sendWebhook } from '../../adapters/webhook/send.js';
import { journalLog } from '../../journal/index.js';
import { createRouter } from '../../router/index.js';
import { openSchemas } from '../../start/schemas.js';
import { settingsFromArguments, untilAsked } from '../check/settings.js';
import { catalogue, checkTable } from './routes.js';

const settings = settingsFromArguments();
const signal = untilAsked();
const say = (error: unknown) => process.stderr.write(`router ${process.pid}: ${error}\n`);
const pool = createPool(settings.databaseUrl, {
  max: 6,
  applicationName: 'headrace-check-router',
  onIdleError: say,
});
const kafka = { brokers: settings.brokers, clientId: 'headrace-check-router' };
const router = createRouter({
  catalogue,
  table: checkTable(settings.topic),
  store: createRouterStore(pool),
  deliveries: createDeliveryStore(pool),
  topics: createRoutedTopics(kafka, await openSchemas(undefined, catalogue)),
  openLog: async (name) =>
    journalLog(createJournalStore(pool), {
      name,
      delivery: { events: 1_000, bytes: 1_000_000 },
      concurrency: 2,
      pollMs: 200,
      retryMs: 100,
      onFault: say,
    }),
  sendWebhook,
  secrets: new Map(),
  holder: `check ${process.pid}`,
  leaseMs: settings.leaseMs,
  retryMs: 100,
  webhookRetryMs: 1_000,
  onFault: say,
  onStopped: (target, reason) => say(`${target} is stopped: ${reason}`),
  onUnjudged: () => say('events could not be judged'),
  onGivenUp: () => {},
  onState: (state) => process.stdout.write(`${state}\n`),
});
await router.run(signal).finally(() => pool.end());
process.stdin.destroy();
