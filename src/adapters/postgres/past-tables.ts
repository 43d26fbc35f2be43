import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Projection, Row } from '../../projector/index.js';
import { readDefinition, schemaOf } from './projection-definition.js';
import { type TableSql, tableSql } from './projection-sql.js';
import { lockProjection } from './projection-tables.js';
import { asideSchemas, dropAside, setViewsAside } from './projection-views.js';

/** The schema with a second set of a version's tables, in which no row is ever committed. */
export const pastSchemaOf = (schema: string): string => `${schema}_past`;

/**
 * A second set of a projection's tables, with the same views and the same row-level security: rows of another time are
 * put there, asked through the views, and rolled back. So the views are written once, and answer alike.
 */
export interface PastTables {
  /** Where its views are. */
  readonly views: string;
  /** Writes rows, by table, in the client's transaction. */
  write(client: PoolClient, rows: ReadonlyMap<string, readonly Row[]>): Promise<void>;
}

/** Makes the tables in the client's transaction, where they are missing or their SQL has changed. */
export async function ensurePastTables(
  client: PoolClient,
  projection: Projection,
  folder: string,
): Promise<PastTables> {
  const schema = pastSchemaOf(schemaOf(projection));
  const definition = await readDefinition(folder, projection.name, false);
  const { tables, access, views } = definition;
  const hash = createHash('sha256');
  for (const { sha256 } of [tables, access, views]) hash.update(sha256);
  const made = `Never holds a committed row: things as they were are asked of it. ${hash.digest('hex')}`;
  await lockProjection(client, projection.name);
  const { rows } = await client.query<{ comment: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = $1",
    [schema],
  );
  if (rows[0]?.comment !== made) {
    await dropAside(client, schema);
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}`);
    await runIn(client, schema, tables.text);
    await client.query('SELECT access.protect_schema($1)', [schema]);
    await runIn(client, schema, access.text);
    await setViewsAside(client, schema, views.text);
    await client.query(`COMMENT ON SCHEMA ${schema} IS '${made}'`);
  }
  const statements = await tableSql(client, projection, schema);
  return {
    views: asideSchemas(schema)[0]?.aside ?? schema,
    write: (client, rows) => writeRows(client, statements, rows),
  };
}

async function runIn(client: PoolClient, schema: string, sql: string): Promise<void> {
  if (sql === '') return;
  await client.query(`SET LOCAL search_path = ${schema}`);
  await client.query(sql);
  await client.query('RESET search_path');
}

async function writeRows(
  client: PoolClient,
  statements: ReadonlyMap<string, TableSql>,
  rows: ReadonlyMap<string, readonly Row[]>,
): Promise<void> {
  // In the order of the definition, so that two who write the same rows at once wait for each other in one order.
  for (const [table, { write }] of statements) {
    const changed = rows.get(table) ?? [];
    if (changed.length > 0) await client.query(write, [JSON.stringify(changed)]);
  }
}
