import type { Pool } from '../../src/adapters/postgres/pool.js';

/**
 * The schemas as text, from the database's own catalogs: whatever way the migrations were written, equal schemas give
 * equal text, and a difference is one line.
 */
export async function describeSchemas(pool: Pool, schemas: readonly string[]): Promise<string> {
  const blocks = await Promise.all(schemas.toSorted().map((schema) => describeSchema(pool, schema)));
  return `${blocks.join('\n\n')}\n`;
}

/** Schemas that are not PostgreSQL's own, nor the list of migrations. */
export async function ownSchemas(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace
     WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public', 'headrace') ORDER BY nspname`,
  );
  return rows.map(({ name }) => name);
}

/** Tables and views without a comment, and columns without one, as `schema.table` and `schema.table.column`. */
export async function withoutComment(pool: Pool, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%s%s', c.oid::regclass, '.' || a.attname) AS name
     FROM pg_class c
     JOIN LATERAL (
       SELECT 0 AS attnum, NULL AS attname
       UNION ALL
       SELECT attnum, attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
     ) a ON true
     WHERE c.relnamespace::regnamespace::text = ANY ($1) AND c.relkind IN ('r', 'p', 'v', 'm')
       AND coalesce(btrim(CASE attnum WHEN 0 THEN obj_description(c.oid, 'pg_class') ELSE col_description(c.oid, attnum) END), '') = ''
     ORDER BY c.relnamespace::regnamespace::text COLLATE "C", c.relname, a.attnum`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

async function describeSchema(pool: Pool, schema: string): Promise<string> {
  const parts = [await lines(pool, SCHEMA, schema), await relations(pool, schema)];
  for (const sql of [SEQUENCES, FUNCTIONS, TYPES, GRANTS]) parts.push(await lines(pool, sql, schema));
  return parts.filter((part) => part !== '').join('\n');
}

async function relations(pool: Pool, schema: string): Promise<string> {
  const { rows } = await pool.query<{ oid: number }>(
    "SELECT oid FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p', 'v', 'm') ORDER BY relname",
    [schema],
  );
  const blocks: string[] = [];
  for (const { oid } of rows) {
    const parts: string[] = [];
    for (const sql of [RELATION, COLUMNS, CONSTRAINTS, INDEXES, TRIGGERS, POLICIES])
      parts.push(await lines(pool, sql, oid));
    blocks.push(parts.filter((part) => part !== '').join('\n'));
  }
  return blocks.join('\n\n');
}

async function lines(pool: Pool, sql: string, subject: string | number): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(sql, [subject]);
  return rows.map(({ line }) => line).join('\n');
}

const SCHEMA = `
  SELECT format(E'SCHEMA %s -- %s\\n', nspname, obj_description(oid, 'pg_namespace')) AS line
  FROM pg_namespace WHERE nspname = $1`;

const RELATION = `
  SELECT concat_ws(' ', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, oid::regclass,
    'WITH (' || array_to_string(reloptions, ', ') || ')', '--', obj_description(oid, 'pg_class')) AS line
  FROM pg_class WHERE oid = $1`;

const COLUMNS = `
  SELECT concat_ws(' ', ' ', a.attname, format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'NOT NULL' END,
    CASE WHEN a.attidentity <> '' THEN 'IDENTITY' WHEN a.attgenerated <> '' THEN 'GENERATED' ELSE 'DEFAULT' END
      || coalesce(' ' || pg_get_expr(d.adbin, d.adrelid), CASE WHEN a.attidentity = '' THEN NULL ELSE '' END),
    '--', col_description(a.attrelid, a.attnum)) AS line
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = $1 AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

const CONSTRAINTS = `
  SELECT format('  CONSTRAINT %s %s', conname, pg_get_constraintdef(oid)) AS line
  FROM pg_constraint WHERE conrelid = $1 AND contype <> 'n' ORDER BY conname`;

const INDEXES = `
  SELECT '  ' || pg_get_indexdef(indexrelid) AS line FROM pg_index i
  WHERE indrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND conrelid = $1)
  ORDER BY (SELECT relname FROM pg_class WHERE oid = indexrelid)`;

const TRIGGERS = `
  SELECT '  ' || pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE tgrelid = $1 AND NOT tgisinternal ORDER BY tgname`;

const POLICIES = `
  SELECT format('  POLICY %s FOR %s TO %s USING %s', polname, CASE polcmd WHEN 'r' THEN 'SELECT' ELSE polcmd::text END,
    array_to_string(polroles::regrole[], ', '), regexp_replace(pg_get_expr(polqual, polrelid), '\\s+', ' ', 'g')) AS line
  FROM pg_policy WHERE polrelid = $1 ORDER BY polname`;

const SEQUENCES = `
  SELECT format(E'\\nSEQUENCE %s %s', seqrelid::regclass, format_type(seqtypid, NULL)) AS line
  FROM pg_sequence JOIN pg_class c ON c.oid = seqrelid
  WHERE c.relnamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = seqrelid AND deptype IN ('a', 'i')) ORDER BY relname`;

const FUNCTIONS = `
  SELECT E'\\n' || pg_get_functiondef(oid) AS line FROM pg_proc
  WHERE pronamespace = $1::regnamespace AND prokind <> 'a' ORDER BY proname, pg_get_function_identity_arguments(oid) COLLATE "C"`;

const TYPES = `
  SELECT format(E'\\nTYPE %s (%s)', t.oid::regtype, string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder)) AS line
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid WHERE t.typnamespace = $1::regnamespace GROUP BY t.oid, t.typname ORDER BY t.typname`;

const GRANTS = `
  SELECT format(E'\\nGRANT %s ON %s TO %s', string_agg(privilege_type, ', ' ORDER BY privilege_type),
    format('%I.%I', table_schema, table_name), grantee) AS line
  FROM information_schema.role_table_grants WHERE table_schema = $1 AND grantee <> grantor
  GROUP BY table_schema, table_name, grantee ORDER BY table_name COLLATE "C", grantee COLLATE "C"`;
