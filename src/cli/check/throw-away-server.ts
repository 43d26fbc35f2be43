import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../adapters/postgres/embedded.js';

/** A PostgreSQL server of our own, there while `work` runs. @param say told what goes wrong with it */
export async function withThrowAwayServer<T>(
  name: string,
  say: (line: string) => void,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `headrace-check-${name}-`));
  // Entered, not read, by the user that PostgreSQL runs as when we are root.
  chmodSync(folder, 0o711);
  const log = { info: () => {}, warn: say, error: say };
  try {
    const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log, durable: false });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
