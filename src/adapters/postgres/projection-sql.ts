import type { PoolClient } from 'pg';
import type { Projection } from '../../projector/index.js';
import { type Column, canCopy } from './copy-in.js';
import { schemaOf } from './projection-definition.js';

/** The statements that read and write one table of a projection, made once from its definition and its columns. */
export interface TableSql {
  /** $1: jsonb array of keys. Rows come as JSON, one a row, in `row`. */
  readonly load: string;
  /** $1: jsonb array of rows. $2, for tallies: the partition. */
  readonly write: string;
  /** Where rows are only added, and by the partition's owner alone: what they are copied to. */
  readonly copy: { readonly table: string; readonly columns: readonly Column[] } | undefined;
}

/** Makes the statements for every table, of those in `schema`. @throws Error where a column that the definition needs is missing. */
export async function tableSql(
  client: PoolClient,
  projection: Projection,
  schema = schemaOf(projection),
): Promise<ReadonlyMap<string, TableSql>> {
  const made = new Map<string, TableSql>();
  for (const [name, table] of Object.entries(projection.tables)) {
    const columns = await columnsOf(client, schema, name);
    const merges = table.kind === 'shared' ? Object.entries(table.merge) : [];
    const stamps = merges.filter(([, merge]) => merge === 'latest').map(([column]) => `${column}_stamp`);
    const counts = table.kind === 'tally' ? ['partition', ...table.counts] : [];
    const needed = [...table.key, ...merges.map(([column]) => column), ...stamps, ...counts];
    const missing = needed.filter((column) => !columns.some(({ name }) => name === column));
    if (missing.length > 0) throw new Error(`table ${schema}.${name} lacks ${missing.join(', ')}`);
    made.set(name, statements(`${schema}.${name}`, table, columns));
  }
  return made;
}

function statements(
  target: string,
  table: Projection['tables'][string],
  columns: readonly Column[],
): TableSql {
  const names = columns.map(({ name }) => name);
  const given = columns.filter(({ name }) => table.kind !== 'tally' || name !== 'partition');
  const keyColumns = columns.filter(({ name }) => table.key.includes(name));
  const conflict = table.kind === 'tally' ? [...table.key, 'partition'] : table.key;
  const isAppended = table.kind === 'shared' && table.appended === true;
  const isOwnersAlone = isAppended && table.key.includes('partition');
  const sets = names
    .filter((name) => !isAppended && !conflict.includes(name))
    .map((name) => `${name} = ${merged(table, name)}`);
  // Sorted by key, so that two partitions which write the same rows lock them in the same order. Rows of which the
  // partition is a part are nobody else's, and stay as they came.
  const sorted = isOwnersAlone ? '' : `ORDER BY ${table.key.map((name) => `r.${name}`).join(', ')}`;
  const values = names.map((name) =>
    table.kind === 'tally' && name === 'partition' ? '$2::smallint' : `r.${name}`,
  );
  return {
    copy: isOwnersAlone && canCopy(columns) ? { table: target, columns } : undefined,
    load: `SELECT to_jsonb(r) AS row FROM (
             SELECT ${columns.map(asJson).join(', ')} FROM ${recordset(keyColumns, 'k')} JOIN ${target} t
               ON ${table.key.map((name) => `t.${name} = k.${name}`).join(' AND ')}
           ) r`,
    write: `INSERT INTO ${target} AS t (${names.join(', ')})
            SELECT ${values.join(', ')} FROM ${recordset(given, 'r')}
            ${sorted}
            ON CONFLICT (${conflict.join(', ')}) DO ${sets.length > 0 ? `UPDATE SET ${sets.join(', ')}` : 'NOTHING'}`,
  };
}

/** The new value of a column where the row exists already. */
function merged(table: Projection['tables'][string], column: string): string {
  if (table.kind === 'tally') return `t.${column} + excluded.${column}`;
  if (table.kind === 'owned') return `excluded.${column}`;
  const merge = table.merge[column];
  if (merge === 'least' || merge === 'greatest') return `${merge}(t.${column}, excluded.${column})`;
  const stamp = merge === 'latest' ? `${column}_stamp` : column;
  // A stamp is null where nothing was said; a comparison with null keeps what is there, so none is put first.
  return `CASE WHEN excluded.${stamp} > coalesce(t.${stamp}, '') THEN excluded.${column} ELSE t.${column} END`;
}

function recordset(columns: readonly Column[], alias: string): string {
  return `jsonb_to_recordset($1::jsonb) AS ${alias} (${columns.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
}

/** Times as folds write them: UTC text with milliseconds. */
function asJson({ name, type }: Column): string {
  if (!type.startsWith('timestamp')) return `t.${name}`;
  return `to_char(t.${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${name}`;
}

/** Columns that are written; generated ones follow from these. */
async function columnsOf(client: PoolClient, schema: string, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     ORDER BY attnum`,
    [`${schema}.${table}`],
  );
  if (rows.length === 0) throw new Error(`there is no table ${schema}.${table}`);
  return rows;
}
