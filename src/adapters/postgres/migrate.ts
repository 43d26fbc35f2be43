import { join } from 'node:path';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { packageRoot } from '../../package-root.js';
import { AccessRolesError, ensureAccessRoles } from './access-roles.js';

/** Numbered migrations, one a `.sql` file. */
export const migrationsFolder = join(packageRoot, 'src/adapters/postgres/migrations');

/**
 * Brings the database at `url` to the newest numbered migration. Safe to call from several processes at once.
 *
 * @throws AccessRolesError where the database user lacks the roles that keep organisations apart; otherwise Error
 *   naming the migration that failed. The database is then as it was before.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let current = '';
  try {
    await ensureAccessRoles(client);
    await runner({
      dbClient: client,
      dir: migrationsFolder,
      direction: 'up',
      migrationsTable: 'migrations',
      migrationsSchema: 'headrace',
      createMigrationsSchema: true,
      singleTransaction: true,
      // Waiting for another process's migration, rather than failing because of it.
      advisoryLockMode: 'wait',
      log: (line) => {
        current = /MIGRATION (\S+)/.exec(line)?.[1] ?? current;
      },
    });
  } catch (cause) {
    if (cause instanceof AccessRolesError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(current ? `Migration ${current} failed: ${reason}` : `Migrating failed: ${reason}`, {
      cause,
    });
  } finally {
    await client.end();
  }
}
