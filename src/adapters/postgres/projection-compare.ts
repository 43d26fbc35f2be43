import type { PoolClient, QueryConfig } from 'pg';
import type { RelationComparison, RowDifference } from '../../projector/index.js';

/** A table or view that two versions have. */
export interface ComparableRelation {
  readonly name: string;
  readonly kind: RelationComparison['kind'];
  /** Where each version has it, with its schema. */
  readonly live: string;
  readonly next: string;
  /** Columns that tell a row from all others; empty where none do: then whole rows are compared. */
  readonly key: readonly string[];
  /** Of tallies: the columns summed over partitions. */
  readonly counts: readonly string[];
}

/** Rows shown of each table or view. */
const SAMPLES = 5;
/** A comparison reads all rows of both. */
const QUERY_TIMEOUT_MS = 24 * 3_600_000;

/** Compares the columns that both have; names of the others go to `notCompared`. */
export async function compareRelation(
  client: PoolClient,
  relation: ComparableRelation,
  notCompared: string[],
): Promise<RelationComparison> {
  const { name, kind } = relation;
  const common = await commonColumns(client, relation, notCompared);
  const key = relation.key.length > 0 ? relation.key : common;
  if (key.length === 0 || (kind === 'tally' && relation.counts.length === 0)) {
    notCompared.push(`${name}: no columns in common`);
    return { name, kind, rows: 0, onlyLive: 0, onlyNext: 0, differing: 0, columns: {}, samples: [] };
  }
  const values = common.filter((column) => !key.includes(column));
  const joined = `${sideOf(relation, 'live', key, values)} l FULL JOIN ${sideOf(relation, 'next', key, values)} n
    ON ${key.map((_, n) => `l.k${n} = n.k${n}`).join(' AND ')}`;
  const differs = values.map((_, n) => `l.c${n} IS DISTINCT FROM n.c${n}`);
  const both = 'l.k0 IS NOT NULL AND n.k0 IS NOT NULL';
  const [counted] = await slow<Record<string, number>>(client, {
    text: `SELECT count(*) AS rows, count(*) FILTER (WHERE n.k0 IS NULL) AS only_live,
             count(*) FILTER (WHERE l.k0 IS NULL) AS only_next,
             count(*) FILTER (WHERE ${both} AND (${differs.join(' OR ') || 'false'})) AS differing
             ${differs.map((differ, n) => `, count(*) FILTER (WHERE ${both} AND ${differ}) AS d${n}`).join('')}
           FROM ${joined}`,
  });
  const count = (of: string) => counted?.[of] ?? 0;
  const columns = values.map((column, n) => [column, count(`d${n}`)] as const).filter(([, rows]) => rows > 0);
  const [onlyLive, onlyNext, differing] = [count('only_live'), count('only_next'), count('differing')];
  const samples =
    onlyLive + onlyNext + differing === 0
      ? []
      : await slow<{ live: TextRow | null; next: TextRow | null }>(client, {
          text: `SELECT CASE WHEN l.k0 IS NOT NULL THEN to_jsonb(l) END AS live, CASE WHEN n.k0 IS NOT NULL THEN to_jsonb(n) END AS next
                 FROM ${joined} WHERE l.k0 IS NULL OR n.k0 IS NULL ${differs.map((differ) => `OR ${differ}`).join(' ')}
                 ORDER BY ${key.map((_, n) => `coalesce(l.k${n}, n.k${n})`).join(', ')} LIMIT ${SAMPLES}`,
        });
  return {
    name,
    kind,
    rows: count('rows'),
    onlyLive,
    onlyNext,
    differing,
    columns: Object.fromEntries(columns),
    samples: samples.map(({ live, next }) => differenceOf(live, next, key, values)),
  };
}

/** The key of some table that tells all rows of the view apart, in both versions; empty where none does. */
export async function uniqueKey(
  client: PoolClient,
  view: Omit<ComparableRelation, 'key'>,
  candidates: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const common = await commonColumns(client, { ...view, key: [] }, []);
  const tried = new Set<string>();
  for (const key of candidates.toSorted((a, b) => a.length - b.length)) {
    if (!key.every((column) => common.includes(column)) || tried.has(key.join())) continue;
    tried.add(key.join());
    const repeated = (relation: string) =>
      `SELECT FROM ${relation} GROUP BY ${key.map(quoted).join(', ')} HAVING count(*) > 1`;
    const [found] = await slow<{ unique: boolean }>(client, {
      text: `SELECT NOT EXISTS (${repeated(view.live)}) AND NOT EXISTS (${repeated(view.next)}) AS unique`,
    });
    if (found?.unique) return key;
  }
  return [];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

type TextRow = Readonly<Record<string, string | null>>;

/** One version's rows: key columns as `k0, k1 …`, the others as `c0, c1 …`, all as text, so that types may differ. */
function sideOf(
  { kind, counts, ...relation }: ComparableRelation,
  side: 'live' | 'next',
  key: readonly string[],
  values: readonly string[],
): string {
  const text = (column: string, name: string) => `(${column})::text COLLATE "C" AS ${name}`;
  const keys = key.map((column, n) => `coalesce(${quoted(column)}::text, E'\\x01null') COLLATE "C" AS k${n}`);
  const isTally = kind === 'tally';
  const others = values.map((column, n) =>
    text(isTally ? `sum(${quoted(column)})` : quoted(column), `c${n}`),
  );
  // Rows of a tally come and go with their partitions: what adds up to nothing is as good as not there.
  const summed = `GROUP BY ${key.map(quoted).join(', ')} HAVING ${counts.map((count) => `sum(${quoted(count)}) <> 0`).join(' OR ')}`;
  return `(SELECT ${[...keys, ...others].join(', ')} FROM ${relation[side]} ${isTally ? summed : ''})`;
}

async function commonColumns(
  client: PoolClient,
  relation: ComparableRelation,
  notCompared: string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; of_live: boolean; of_next: boolean }>(
    `WITH live AS (SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped),
       next AS (SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($2) AND attnum > 0 AND NOT attisdropped)
     SELECT attname::text AS name, live.attname IS NOT NULL AS of_live, next.attname IS NOT NULL AS of_next
     FROM live FULL JOIN next USING (attname) ORDER BY 1`,
    [relation.live, relation.next],
  );
  const wanted = (name: string) =>
    relation.kind !== 'tally' || relation.key.includes(name) || relation.counts.includes(name);
  for (const { name, of_live, of_next } of rows) {
    if (!(of_live && of_next))
      notCompared.push(`${relation.name}.${name}: only in the ${of_live ? 'live' : 'next'} version`);
  }
  return rows
    .filter(({ name, of_live, of_next }) => of_live && of_next && wanted(name))
    .map(({ name }) => name);
}

function differenceOf(
  live: TextRow | null,
  next: TextRow | null,
  key: readonly string[],
  values: readonly string[],
): RowDifference {
  const differing = values
    .map((column, n) => [column, { live: live?.[`c${n}`] ?? null, next: next?.[`c${n}`] ?? null }] as const)
    .filter(([, value]) => !live || !next || value.live !== value.next);
  return {
    key: Object.fromEntries(key.map((column, n) => [column, (live ?? next)?.[`k${n}`] ?? null])),
    only: live && next ? null : live ? 'live' : 'next',
    values: Object.fromEntries(differing),
  };
}

async function slow<Row extends object>(client: PoolClient, query: QueryConfig): Promise<Row[]> {
  const patient: QueryConfig & { query_timeout: number } = { ...query, query_timeout: QUERY_TIMEOUT_MS };
  return (await client.query<Row>(patient)).rows;
}
