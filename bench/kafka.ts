import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/adapters/postgres/embedded.js';
import { migrate } from '../src/adapters/postgres/migrate.js';
import { readConfig } from '../src/config.js';
import { benchRelay } from './relay.js';

/** Figures of the engine on Kafka: needs KAFKA_BROKERS; the database is one of its own. */
const { kafkaBrokers } = readConfig();
if (!kafkaBrokers) throw new Error('There is no Kafka: eval "$(npm run -s services -- up)" first');
const folder = mkdtempSync(join(tmpdir(), 'headrace-bench-'));
// Entered, not read, by the user that PostgreSQL runs as when we are root.
chmodSync(folder, 0o711);
const server = await startEmbeddedPostgres({ folder, log: pino({ level: 'warn' }), durable: true });
try {
  await migrate(server.url);
  await benchRelay({ databaseUrl: server.url, brokers: kafkaBrokers, events: 60_000, rounds: 3 });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
