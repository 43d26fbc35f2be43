import { readConfig } from '../../src/config.js';
import { loop } from '../reference/loop.js';
import { type Contestant, measure } from './contestant.js';
import { engine } from './engine.js';
import { decode, raw } from './plain.js';

/** One contestant in a process of its own: `contestant-process NAME TOPIC EVENTS`, the rest from the environment. */
const contestants: Readonly<Record<string, Contestant>> = { raw, decode, reference: loop, engine };

const [name = '', topic = '', events = ''] = process.argv.slice(2);
const { kafkaBrokers, databaseUrl } = readConfig([]);
const contestant = contestants[name];
if (!contestant || !kafkaBrokers || !databaseUrl || !process.send)
  throw new Error('not to be started by hand');
const kafka = { brokers: kafkaBrokers, clientId: 'headrace-bench' };
process.send(await measure(contestant, { kafka, topic, events: Number(events), databaseUrl }));
process.disconnect();
