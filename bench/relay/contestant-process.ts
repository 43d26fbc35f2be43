import { readConfig } from '../../src/config.js';
import { openPool, plain, relayed } from './contestants.js';

/** One contestant in a process of its own: `contestant-process plain|relay`, the rest from the environment. */
const [name] = process.argv.slice(2);
const { kafkaBrokers, databaseUrl } = readConfig([]);
if (!kafkaBrokers || !databaseUrl || !process.send) throw new Error('not to be started by hand');
const pool = openPool(databaseUrl);
const contestant = name === 'relay' ? relayed : plain;
process.send(await contestant({ brokers: kafkaBrokers, clientId: 'headrace-bench' }, pool));
await pool.end();
process.disconnect();
