import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.js';
import { compareProjectors } from './projector/compare.js';
import { benchRelay } from './relay/compare.js';
import { withDatabase } from './with-database.js';

/**
 * The engine on Kafka against kafkajs as it comes: what reads a topic of events into a table, and what sends the journal
 * to one. Needs KAFKA_BROKERS; the databases are its own.
 */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});
const { kafkaBrokers: brokers } = readConfig([]);
if (!brokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
const [events, rounds] = [Number(values.events), Number(values.rounds)];
const print = (line: object) => console.log(JSON.stringify(line));
await withDatabase((databaseUrl) =>
  compareProjectors({ databaseUrl, brokers, events, keys: 100_000, seed: 1, rounds: 1, print }),
);
await withDatabase((databaseUrl) => benchRelay({ databaseUrl, brokers, events, rounds, print }));
