/** A relay of a check, in a process of its own. Prints its states, one a line. */
import { createRelayTopic } from '../../adapters/kafka/index.js';
import { createPool } from '../../adapters/postgres/pool.js';
import { createRelayJournal } from '../../adapters/postgres/relay-journal.js';
import { createRelayStore } from '../../adapters/postgres/relay-store.js';
import { createRelay } from '../../relay/index.js';
import { settingsFromArguments, untilAsked } from '../check/settings.js';
import { schemas } from './schemas.js';

const settings = settingsFromArguments();
const signal = untilAsked();
const say = (error: unknown) => process.stderr.write(`relay ${process.pid}: ${error}\n`);
const pool = createPool(settings.databaseUrl, {
  max: 4,
  applicationName: 'headrace-check-relay',
  onIdleError: say,
});
const kafka = { brokers: settings.brokers, clientId: 'headrace-check-relay' };
const relay = createRelay({
  journal: createRelayJournal(pool),
  store: createRelayStore(pool),
  topic: createRelayTopic(kafka, settings.topic, schemas),
  holder: `check ${process.pid}`,
  leaseMs: settings.leaseMs,
  partitionEvents: 400,
  partitionBytes: 900_000,
  pollMs: 200,
  retryMs: 100,
  onFault: say,
  onState: (state) => process.stdout.write(`${state}\n`),
});
await relay.run(signal).finally(() => pool.end());
process.stdin.destroy();
