import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../src/adapters/postgres/embedded.js';
import { migrate } from '../src/adapters/postgres/migrate.js';

/** A migrated database on a server of its own, there while `work` runs. */
export async function withDatabase(work: (databaseUrl: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'headrace-bench-'));
  // Entered, not read, by the user that PostgreSQL runs as when we are root.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ folder, log: pino({ level: 'warn' }), durable: true });
  try {
    await migrate(server.url);
    await work(server.url);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
