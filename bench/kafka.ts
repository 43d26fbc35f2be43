import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { benchRelay } from './relay/compare.js';
import { withDatabase } from './with-database.js';

/** Figures of the engine on Kafka: needs KAFKA_BROKERS; the database is one of its own. */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});
const { kafkaBrokers } = readConfig([]);
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
await withDatabase((databaseUrl) =>
  benchRelay({
    databaseUrl,
    brokers: kafkaBrokers,
    events: Number(values.events),
    rounds: Number(values.rounds),
  }),
);
