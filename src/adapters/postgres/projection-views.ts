import { DatabaseError, type PoolClient } from 'pg';

/** Where `views.sql` puts what readers use. */
const PUBLIC_SCHEMAS = ['read_model', 'analytics'];

/** Shows these views, in place of those that any version of the projection has shown so far. */
export async function showViews(
  client: PoolClient,
  projection: string,
  schema: string,
  sql: string,
): Promise<void> {
  await dropAside(client, schema);
  const { rows } = await client.query<{ name: string }>(PUBLIC_VIEWS, [
    `^${projection.replaceAll('-', '_')}_v[0-9]+$`,
    PUBLIC_SCHEMAS,
  ]);
  // In one statement, because they may build on each other; without CASCADE, because what others built on them is theirs.
  if (rows.length > 0) {
    await client.query(`DROP VIEW ${rows.map(({ name }) => name).join(', ')}`).catch((error: unknown) => {
      throw builtOn(error) ?? error;
    });
  }
  await runViews(client, schema, sql);
  for (const shown of PUBLIC_SCHEMAS) await protect(client, shown);
}

/**
 * Makes the views beside those that are shown: `read_model.accounts` of `account_state_v2` is then
 * `account_state_v2_read_model.accounts`. So they can be looked at, and compared, before they are promoted.
 */
export async function setViewsAside(client: PoolClient, schema: string, sql: string): Promise<void> {
  await dropAside(client, schema);
  const used = PUBLIC_SCHEMAS.filter((name) => sql.includes(`${name}.`));
  for (const name of used) await client.query(`CREATE SCHEMA ${asideOf(schema, name)}`);
  const aside = new RegExp(`\\b(${PUBLIC_SCHEMAS.join('|')})\\.`, 'g');
  await runViews(
    client,
    schema,
    sql.replace(aside, (_, name: string) => `${asideOf(schema, name)}.`),
  );
  for (const name of used) await protect(client, asideOf(schema, name));
}

/** Where the views of this version are while they are not shown, by the schema they are to be shown in. */
export function asideSchemas(schema: string): readonly { readonly aside: string; readonly shown: string }[] {
  return PUBLIC_SCHEMAS.map((shown) => ({ aside: asideOf(schema, shown), shown }));
}

export async function dropAside(client: PoolClient, schema: string): Promise<void> {
  for (const { aside } of asideSchemas(schema)) await client.query(`DROP SCHEMA IF EXISTS ${aside} CASCADE`);
}

/** Readers have built views of their own on those shown: they must drop them first, and make them again. */
export class ViewsInUseError extends Error {
  override readonly name = 'ViewsInUseError';
}

/** A view shows its reader no more than the tables would. */
async function protect(client: PoolClient, schema: string): Promise<void> {
  await client.query('SELECT access.protect_views($1) FROM pg_namespace WHERE nspname = $1', [schema]);
}

const asideOf = (schema: string, shown: string) => `${schema}_${shown}`;

async function runViews(client: PoolClient, schema: string, sql: string): Promise<void> {
  if (sql === '') return;
  await client.query(`SET LOCAL search_path = ${schema}`);
  await client.query(sql);
  await client.query('RESET search_path');
}

function builtOn(error: unknown): ViewsInUseError | undefined {
  if (!(error instanceof DatabaseError) || error.code !== '2BP01') return undefined;
  return new ViewsInUseError(`views cannot be exchanged, because others depend on them: ${error.detail}`);
}

/** $1: pattern of the schemas of the projection's versions, $2: the public schemas. Views on views are found too. */
const PUBLIC_VIEWS = `
  WITH RECURSIVE built (oid) AS (
    SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname ~ $1 AND c.relkind IN ('r', 'p')
    UNION
    SELECT r.ev_class FROM built b
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = b.oid AND d.classid = 'pg_rewrite'::regclass
    JOIN pg_rewrite r ON r.oid = d.objid
  )
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM built JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'v' AND n.nspname = ANY ($2)`;
