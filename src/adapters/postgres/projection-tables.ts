import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import type { Projection } from '../../projector/index.js';

/** The schema that holds the tables of one version of a projection, e.g. `import_progress_v1`. */
export function schemaOf(projection: Projection): string {
  return `${projection.name.replaceAll('-', '_')}_v${projection.version}`;
}

/**
 * Makes the tables of this version where they are missing, and says anew who sees which of their rows, and makes the
 * views, where the SQL of that has changed.
 * @throws Error where the SQL of its tables has changed under a version that has tables already.
 */
export async function ensureTables(
  client: PoolClient,
  projection: Projection,
  folder: string,
): Promise<void> {
  const schema = schemaOf(projection);
  const tables = await readSql(join(folder, projection.name), 'tables');
  const access = await readSql(join(folder, projection.name), 'access');
  const views = await readSql(join(folder, projection.name), 'views');
  // One process at a time: two that start together must not both create.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('headrace projections'), hashtext($1))", [
    schema,
  ]);
  const known = await client.query<Known>(
    'SELECT tables_sha256, access_sha256, views_sha256 FROM projector.projections WHERE projection = $1 AND version = $2',
    [projection.name, projection.version],
  );
  const made = known.rows[0];
  await client.query(`SET LOCAL search_path = ${schema}`);
  if (!made) {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(tables.text);
    await client.query(
      'INSERT INTO projector.projections (projection, version, tables_sha256) VALUES ($1, $2, $3)',
      [projection.name, projection.version, tables.sha256],
    );
    await client.query(
      `INSERT INTO projector.positions (projection, version, partition)
       SELECT $1, $2, partition FROM journal.partitions`,
      [projection.name, projection.version],
    );
  } else if (!made.tables_sha256.equals(tables.sha256)) {
    throw new Error(
      `projections/${projection.name}: the SQL of its tables has changed, but they exist: give the projection a new version`,
    );
  }
  if (!made?.access_sha256?.equals(access.sha256)) await replaceAccess(client, projection, schema, access);
  if (!made?.views_sha256?.equals(views.sha256)) await replaceViews(client, projection, schema, views);
  await client.query('RESET search_path');
}

interface Known {
  readonly tables_sha256: Buffer;
  readonly access_sha256: Buffer | null;
  readonly views_sha256: Buffer | null;
}

/** Rows are an organisation's by the columns of their table; `access` says more, where those do not tell. */
async function replaceAccess(
  client: PoolClient,
  projection: Projection,
  schema: string,
  access: Sql,
): Promise<void> {
  await client.query('SELECT access.protect_schema($1)', [schema]);
  if (access.text !== '') await client.query(access.text);
  await client.query(
    'UPDATE projector.projections SET access_sha256 = $3 WHERE projection = $1 AND version = $2',
    [projection.name, projection.version, access.sha256],
  );
}

async function replaceViews(
  client: PoolClient,
  projection: Projection,
  schema: string,
  views: Sql,
): Promise<void> {
  const old = await client.query<{ name: string }>(
    `SELECT DISTINCT format('%I.%I', view_schema, view_name) AS name FROM information_schema.view_table_usage
     WHERE regexp_replace(table_schema, '_v[0-9]+$', '') = regexp_replace($1, '_v[0-9]+$', '')`,
    [schema],
  );
  for (const { name } of old.rows) await client.query(`DROP VIEW IF EXISTS ${name} CASCADE`);
  if (views.text !== '') await client.query(views.text);
  await client.query("SELECT access.protect_views('read_model')");
  await client.query(
    'UPDATE projector.projections SET views_sha256 = $3 WHERE projection = $1 AND version = $2',
    [projection.name, projection.version, views.sha256],
  );
}

interface Sql {
  readonly text: string;
  readonly sha256: Buffer;
}

/** `<kind>.sql`, or the files of the folder `<kind>/`, in the order of their names, where one would be too long. */
async function readSql(folder: string, kind: 'tables' | 'access' | 'views'): Promise<Sql> {
  const single = join(folder, `${kind}.sql`);
  const parts = join(folder, kind);
  const names = existsSync(parts)
    ? (await readdir(parts)).filter((name) => name.endsWith('.sql')).sort()
    : [];
  const files = existsSync(single) ? [single] : names.map((name) => join(parts, name));
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  return { text, sha256: createHash('sha256').update(text).digest() };
}
