import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '../../adapters/postgres/pool.js';
import { packageRoot } from '../../package-root.js';
import type { Probe } from './probes.js';
import type { LocalService } from './service.js';

/** The embedded PostgreSQL, in a process that outlives the command which started it. */
export function localPostgres(folder: string): LocalService {
  const urlFile = join(folder, 'postgres.url');
  const url = () => (existsSync(urlFile) ? readFileSync(urlFile, 'utf8') : undefined);
  return {
    name: 'postgres',
    portCount: 1,
    prepare: async ([port]) => {
      mkdirSync(folder, { recursive: true });
      // Run as we are run: from TypeScript by tsx, or built.
      const built = import.meta.url.endsWith('.js');
      const script = fileURLToPath(
        new URL(built ? 'postgres-keeper.js' : 'postgres-keeper.ts', import.meta.url),
      );
      const loader = built ? [] : ['--import', import.meta.resolve('tsx')];
      return { command: process.execPath, args: [...loader, script, folder, urlFile, String(port)] };
    },
    probe:
      ([port]) =>
      async () => {
        const address = url();
        if (address === undefined || new URL(address).port !== String(port)) return 'it is still starting';
        return postgresProbe(address)();
      },
    address: () => url() ?? '',
  };
}

export function postgresProbe(url: string): Probe {
  return async () => {
    try {
      await query(url, 'SELECT 1');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
}

/** Makes the place for the registry's tables; does nothing where it is there. */
export async function makeRegistrySchema(url: string): Promise<void> {
  await query(url, readFileSync(join(packageRoot, 'src/cli/services/registry-schema.sql'), 'utf8'));
}

async function query(url: string, sql: string): Promise<void> {
  const pool = createPool(url, { max: 1, applicationName: 'headrace services', onIdleError: () => {} });
  try {
    await pool.query(sql);
  } finally {
    await pool.end();
  }
}
