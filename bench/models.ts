import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { measureModels } from './models/measure.js';
import { withDatabase } from './with-database.js';

/**
 * All read models at once, on mixed events from Kafka: what one event costs. With `--steps`, whether it costs more the
 * more there are. Needs KAFKA_BROKERS, and takes SCHEMA_REGISTRY_URL; the database is one of its own.
 */
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '300000' },
    steps: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
  },
});
const { kafkaBrokers, schemaRegistryUrl } = readConfig([]);
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
const print = (line: object) => console.log(JSON.stringify(line));
await withDatabase(async (databaseUrl) => {
  const steps = await measureModels({
    databaseUrl,
    brokers: kafkaBrokers,
    registryUrl: schemaRegistryUrl,
    events: Number(values.events),
    steps: Number(values.steps),
    accounts: Number(values.accounts),
    seed: Number(values.seed),
    print,
  });
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || first === last) return;
  const cost = ({ cpu_us, postgres_cpu_us }: typeof first) => cpu_us + postgres_cpu_us;
  const events = Number(values.events) * steps.length;
  print({ bench: 'growth', events, first, last, cost_growth: cost(last) / cost(first) - 1 });
});
