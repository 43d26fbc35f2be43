import type { PoolClient } from 'pg';
import type { Projection } from '../../projector/index.js';
import { readDefinition, type Sql, schemaOf } from './projection-definition.js';
import { indexesOf } from './projection-indexes.js';
import { setViewsAside, showViews } from './projection-views.js';

/** What is kept of a table's definition, so that versions can be compared without their code. */
export interface StoredTable {
  readonly kind: 'owned' | 'shared' | 'tally';
  readonly key: readonly string[];
  /** Of tallies: the columns that partitions' rows are summed by. */
  readonly counts: readonly string[];
}

/**
 * Makes the tables of this version where they are missing, and says anew who sees which of their rows, and makes its
 * views, where the SQL of that has changed. Indexes that tables with rows lack are for {@link buildIndexes}. The first
 * version of a projection is shown at once; each later one beside the one shown, until it is promoted.
 *
 * @throws Error where the SQL of its tables has changed under a version that has tables already, or it is retired.
 */
export async function ensureTables(
  client: PoolClient,
  projection: Projection,
  folder: string,
): Promise<void> {
  const { name, version } = projection;
  const schema = schemaOf(projection);
  const { tables, indexes, access, views } = await readDefinition(folder, name);
  await lockProjection(client, name);
  const known = await client.query<{
    tables_sha256: Buffer;
    access_sha256: Buffer | null;
    views_sha256: Buffer | null;
    views_sql: string | null;
    retired: boolean;
  }>(
    `SELECT tables_sha256, access_sha256, views_sha256, views_sql, retired_at IS NOT NULL AS retired
     FROM projector.projections WHERE projection = $1 AND version = $2`,
    [name, version],
  );
  const made = known.rows[0];
  if (made?.retired) {
    throw new Error(`${name} v${version} is retired: start the code of a newer version, or rebuild this one`);
  }
  if (!made) await createTables(client, projection, schema, tables, indexes);
  else if (!made.tables_sha256.equals(tables.sha256)) {
    throw new Error(
      `projections/${name}: the SQL of its tables has changed, but they exist: give the projection a new version`,
    );
  }
  if (!made?.access_sha256?.equals(access.sha256)) await replaceAccess(client, projection, schema, access);
  await client.query(
    `UPDATE projector.projections SET definition = $3
     WHERE projection = $1 AND version = $2 AND definition IS DISTINCT FROM $3`,
    [name, version, JSON.stringify(storedTables(projection))],
  );
  if (made?.views_sql === views.text && made.views_sha256?.equals(views.sha256)) return;
  const live = await client.query<{ version: number }>(
    `INSERT INTO projector.live_versions AS l (projection, version) VALUES ($1, $2)
     ON CONFLICT (projection) DO UPDATE SET version = l.version RETURNING version`,
    [name, version],
  );
  if (live.rows[0]?.version === version) await showViews(client, name, schema, views.text);
  else await setViewsAside(client, schema, views.text);
  await client.query(
    'UPDATE projector.projections SET views_sha256 = $3, views_sql = $4 WHERE projection = $1 AND version = $2',
    [name, version, views.sha256, views.text],
  );
}

/** Until the transaction ends: of two processes that start together, or promote, one waits for the other. */
export async function lockProjection(client: PoolClient, name: string): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('headrace projections'), hashtext($1))", [name]);
}

async function createTables(
  client: PoolClient,
  { name, version }: Projection,
  schema: string,
  tables: Sql,
  indexes: Sql,
): Promise<void> {
  await client.query(`CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}`);
  await client.query(tables.text);
  // At once, while there are no rows.
  for (const { name: index, on } of indexesOf(indexes.text))
    await client.query(`CREATE INDEX ${index} ${on}`);
  await client.query('RESET search_path');
  await client.query(
    'INSERT INTO projector.projections (projection, version, tables_sha256) VALUES ($1, $2, $3)',
    [name, version, tables.sha256],
  );
  await client.query(
    `INSERT INTO projector.positions (projection, version, partition)
     SELECT $1, $2, partition FROM journal.partitions`,
    [name, version],
  );
}

/** Rows are an organisation's by the columns of their table; `access` says more, where those do not tell. */
async function replaceAccess(
  client: PoolClient,
  { name, version }: Projection,
  schema: string,
  access: Sql,
): Promise<void> {
  await client.query('SELECT access.protect_schema($1)', [schema]);
  if (access.text !== '') {
    await client.query(`SET LOCAL search_path = ${schema}`);
    await client.query(access.text);
    await client.query('RESET search_path');
  }
  await client.query(
    'UPDATE projector.projections SET access_sha256 = $3 WHERE projection = $1 AND version = $2',
    [name, version, access.sha256],
  );
}

function storedTables(projection: Projection): Readonly<Record<string, StoredTable>> {
  return Object.fromEntries(
    Object.entries(projection.tables).map(([name, table]) => {
      const counts = table.kind === 'tally' ? table.counts : [];
      return [name, { kind: table.kind, key: table.key, counts }];
    }),
  );
}
