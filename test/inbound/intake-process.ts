/** Takes a topic in until it is killed: the child of kill.test.ts. Its one argument is JSON. */
import { createPool } from '../../src/adapters/postgres/pool.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { openSchemas } from '../../src/start/schemas.js';
import { takeTopicIn } from './topic.js';

const { databaseUrl, brokers, topic } = JSON.parse(process.argv[2] ?? '{}');
const pool = createPool(databaseUrl, {
  max: 4,
  applicationName: 'inbound-child',
  onIdleError: (error) => process.stderr.write(`${error}\n`),
});
const catalogue = await loadCatalogue();
const schemas = await openSchemas(undefined, catalogue);
const onFault = (error: unknown) => process.stderr.write(`${error}\n`);
// Ends with whoever started it.
process.stdin.once('end', () => process.exit()).resume();
await takeTopicIn(
  {
    settings: { brokers, clientId: 'inbound-child' },
    topic,
    pool,
    catalogue,
    schemas,
    deliveryRecords: 100,
    onFault,
  },
  new AbortController().signal,
);
