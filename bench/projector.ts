import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { compareProjectors } from './projector/compare.js';
import { withDatabase } from './with-database.js';

/**
 * The projector against kafkajs alone, kafkajs with Avro, and a loop written by hand for the same table. Needs
 * KAFKA_BROKERS; the database is one of its own.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    keys: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
  },
});
const { kafkaBrokers } = readConfig([]);
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
await withDatabase((databaseUrl) =>
  compareProjectors({
    databaseUrl,
    brokers: kafkaBrokers,
    events: Number(values.events),
    keys: Number(values.keys),
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    print: (line) => console.log(JSON.stringify(line)),
  }),
);
