import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/adapters/postgres/embedded.js';
import { migrate } from '../src/adapters/postgres/migrate.js';
import { readConfig } from '../src/config.js';
import { compareProjectors } from './projector/compare.js';

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
const folder = mkdtempSync(join(tmpdir(), 'headrace-bench-'));
// Entered, not read, by the user that PostgreSQL runs as when we are root.
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ folder, log: pino({ level: 'warn' }), durable: true });
try {
  await migrate(server.url);
  await compareProjectors({
    databaseUrl: server.url,
    brokers: kafkaBrokers,
    events: Number(values.events),
    keys: Number(values.keys),
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    print: (line) => console.log(JSON.stringify(line)),
  });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
