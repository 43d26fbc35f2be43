import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../adapters/postgres/embedded.js';

const ENDING = ['SIGINT', 'SIGTERM'] as const;

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
  const gone = () => rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log, durable: false });
    // Whoever interrupts the check wants the server gone as well.
    const end = () => {
      server
        .stop()
        .then(gone)
        .finally(() => process.exit(130));
    };
    for (const signal of ENDING) process.once(signal, end);
    try {
      return await work(server.url);
    } finally {
      for (const signal of ENDING) process.off(signal, end);
      await server.stop();
    }
  } finally {
    gone();
  }
}
