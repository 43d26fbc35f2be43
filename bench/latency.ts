import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { measureLatency } from './models/latency.js';
import { withDatabase } from './with-database.js';

/**
 * How long an event takes from the journal to the rows of all read models, when they have caught up: with the journal read
 * in place, and where KAFKA_BROKERS is set also through the relay and Kafka. A line of JSON for each.
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    accounts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const { kafkaBrokers, schemaRegistryUrl } = readConfig([]);
const logs = [{ registryUrl: undefined }];
const onKafka = kafkaBrokers && { brokers: kafkaBrokers, registryUrl: schemaRegistryUrl };
for (const log of onKafka ? [...logs, onKafka] : logs) {
  await withDatabase(async (databaseUrl) => {
    const measured = await measureLatency({
      databaseUrl,
      ...log,
      rate: Number(values.rate),
      seconds: Number(values.seconds),
      accounts: Number(values.accounts),
      seed: Number(values.seed),
    });
    console.log(JSON.stringify(measured));
  });
}
