import { type Client, DatabaseError } from 'pg';

/**
 * Roles that read for others, each seeing what the policies of migration 0010 let it: the rows of one organisation, or
 * all. They belong to the whole cluster, where several installations may share them: they own nothing, cannot log in,
 * and have in each database only what was granted there.
 */
const accessRoles = ['headrace_organisation', 'headrace_operator'] as const;
export type AccessRole = (typeof accessRoles)[number];

/** The database user may not make or take the roles: a person who may has to. */
export class AccessRolesError extends Error {
  override readonly name = 'AccessRolesError';
}

/** Another database of the cluster may be doing the same at this moment; its doing is then found done. */
const TRIES = 10;
const UNDER_WAY = new Set([
  '42710', // duplicate_object
  '23505', // unique_violation, in the catalog of roles or of their members
  'XX000', // tuple concurrently updated
]);
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes the roles where they are missing, and the user of `client` one who may take them.
 *
 * @throws AccessRolesError with what an administrator has to run, where the user may not do so itself.
 */
export async function ensureAccessRoles(client: Client): Promise<void> {
  for (const role of accessRoles) {
    for (let tried = 1; !(await mayTake(client, role)); tried++) {
      try {
        await makeAndTake(client, role);
      } catch (error) {
        const code = error instanceof DatabaseError ? error.code : undefined;
        if (code === INSUFFICIENT_PRIVILEGE) throw await tellAdministrator(client, error);
        if (tried === TRIES || code === undefined || !UNDER_WAY.has(code)) throw error;
      }
    }
  }
}

/** @throws AccessRolesError where the role is one that no policy holds. */
async function mayTake(client: Client, role: AccessRole): Promise<boolean> {
  // From PostgreSQL 16 on, to be a member is not yet to be allowed to take the role.
  const { rows } = await client.query<{ boundless: boolean; may_take: boolean }>(
    `SELECT rolsuper OR rolbypassrls AS boundless,
       pg_has_role(oid, CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END)
         AS may_take
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (rows[0]?.boundless) {
    throw new AccessRolesError(
      `The database role ${role} must be neither SUPERUSER nor BYPASSRLS: it would see every organisation's rows.`,
    );
  }
  return rows[0]?.may_take === true;
}

async function makeAndTake(client: Client, role: AccessRole): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${role} NOLOGIN`);
  if (!(await mayTake(client, role))) await client.query(`GRANT ${role} TO CURRENT_USER`);
}

async function tellAdministrator(client: Client, cause: unknown): Promise<AccessRolesError> {
  const { rows } = await client.query<{ name: string }>('SELECT quote_ident(current_user) AS name');
  const user = rows[0]?.name;
  const missing = await client.query<{ role: string }>(
    'SELECT role FROM unnest($1::text[]) AS role WHERE role NOT IN (SELECT rolname FROM pg_roles)',
    [accessRoles],
  );
  const statements = [
    ...missing.rows.map(({ role }) => `CREATE ROLE ${role} NOLOGIN;`),
    `GRANT ${accessRoles.join(', ')} TO ${user};`,
  ];
  return new AccessRolesError(
    `The database user ${user} may not make the roles that keep organisations apart. Let an administrator run once: ${statements.join(' ')}`,
    { cause },
  );
}
