import { once } from 'node:events';
import { pino } from 'pino';
import { readConfig } from '../../src/config.js';
import { startRelay } from '../../src/start/engine.js';
import { openHouse } from '../../src/start/house.js';
import { Lifecycle } from '../../src/start/lifecycle.js';
import { startProjectors } from '../../src/start/projectors.js';

/**
 * The role projector as the service runs it, and the relay where it is asked for: `models-process INSTALLATION [relay]`, the
 * rest from the environment.
 */
const [installation = '', relay] = process.argv.slice(2);
const logger = pino({ level: 'warn' }, process.stderr);
const lifecycle = new Lifecycle(logger);
const house = { ...(await openHouse(readConfig([]), logger, lifecycle)), installation };
if (relay) await startRelay(house);
await startProjectors(house);
process.send?.('reading');
// Ends with whoever started it.
await Promise.race([once(process, 'disconnect'), lifecycle.failed.then((error) => logger.error(error))]);
await lifecycle.stop();
