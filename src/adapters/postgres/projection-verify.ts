import type { Pool, PoolClient } from 'pg';
import type { Position } from '../../event/index.js';
import type { Comparison, RelationComparison, VersionStore } from '../../projector/index.js';
import { type ComparableRelation, compareRelation, uniqueKey } from './projection-compare.js';
import { schemaOf } from './projection-definition.js';
import type { StoredTable } from './projection-tables.js';
import { asideSchemas } from './projection-views.js';

/** Compares the tables and views of two versions in one snapshot of the database. */
export async function compareVersions(
  pool: Pool,
  projection: string,
  live: number,
  next: number,
  opened: Parameters<VersionStore['compare']>[3],
): Promise<Omit<Comparison, 'positions'>> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first query takes the snapshot.
    const positions = await positionsOf(client, projection);
    await opened(positions.get(live) ?? [], positions.get(next) ?? []);
    const definitions = await definitionsOf(client, projection);
    const [old, new_] = [definitions.get(live), definitions.get(next)];
    if (!old || !new_)
      throw new Error(`the tables of v${old ? next : live} are known only once its code has started`);
    const notCompared: string[] = [];
    const relations: RelationComparison[] = [];
    const names = {
      live: schemaOf({ name: projection, version: live }),
      next: schemaOf({ name: projection, version: next }),
    };
    for (const [name, table] of Object.entries(old)) {
      const other = new_[name];
      if (other && sameKey(table, other)) {
        const { kind, key } = table;
        const counts = table.counts.filter((count) => other.counts.includes(count));
        const relation = { name, live: `${names.live}.${name}`, next: `${names.next}.${name}`, key };
        const described =
          kind === 'tally'
            ? { ...relation, kind: 'tally' as const, counts }
            : { ...relation, kind: 'table' as const, counts: [] };
        relations.push(await compareRelation(client, described, notCompared));
      } else notCompared.push(other ? `${name}: its key is another` : `${name}: only in v${live}`);
    }
    for (const name of Object.keys(new_)) if (!old[name]) notCompared.push(`${name}: only in v${next}`);
    const keys = Object.values(old).map(({ key }) => key);
    for (const view of await viewsOf(client, names, live, next, notCompared)) {
      const key = await uniqueKey(client, view, keys);
      relations.push(await compareRelation(client, { ...view, key }, notCompared));
    }
    const differences = relations.reduce(
      (sum, { onlyLive, onlyNext, differing }) => sum + onlyLive + onlyNext + differing,
      0,
    );
    return { projection, live, next, differences, relations, notCompared };
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
}

export function sameKey(one: StoredTable, other: StoredTable): boolean {
  return (
    one.kind === other.kind && JSON.stringify([...one.key].sort()) === JSON.stringify([...other.key].sort())
  );
}

export async function positionsOf(client: PoolClient, projection: string): Promise<Map<number, Position[]>> {
  const { rows } = await client.query<Position & { version: number }>(
    'SELECT version, partition, sequence FROM projector.positions WHERE projection = $1 ORDER BY version, partition',
    [projection],
  );
  const positions = new Map<number, Position[]>();
  for (const { version, partition, sequence } of rows) {
    positions.set(version, [...(positions.get(version) ?? []), { partition, sequence }]);
  }
  return positions;
}

export async function definitionsOf(client: PoolClient, projection: string) {
  const { rows } = await client.query<{ version: number; definition: Record<string, StoredTable> | null }>(
    'SELECT version, definition FROM projector.projections WHERE projection = $1',
    [projection],
  );
  return new Map(rows.map(({ version, definition }) => [version, definition ?? undefined]));
}

/** Each public view, and the same of the other version, where it is set aside until it is shown. */
async function viewsOf(
  client: PoolClient,
  names: { readonly live: string; readonly next: string },
  live: number,
  next: number,
  notCompared: string[],
): Promise<Omit<ComparableRelation, 'key'>[]> {
  const found: Omit<ComparableRelation, 'key'>[] = [];
  for (const { aside, shown } of asideSchemas(names.next)) {
    const { rows } = await client.query<{ name: string; of_live: boolean; of_next: boolean }>(VIEWS, [
      names.live,
      shown,
      aside,
    ]);
    for (const { name, of_live, of_next } of rows) {
      if (of_live && of_next) {
        found.push({
          kind: 'view',
          name: `${shown}.${name}`,
          live: `${shown}.${name}`,
          next: `${aside}.${name}`,
          counts: [],
        });
      } else notCompared.push(`${shown}.${name}: only in v${of_live ? live : next}`);
    }
  }
  return found;
}

/** $1: schema of the live version's tables, $2: where its views are, $3: where those of the other one are. */
const VIEWS = `
  WITH RECURSIVE built (oid) AS (
    SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'p')
    UNION
    SELECT r.ev_class FROM built b
    JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = b.oid AND d.classid = 'pg_rewrite'::regclass
    JOIN pg_rewrite r ON r.oid = d.objid
  ), live AS (
    SELECT relname FROM built JOIN pg_class USING (oid) WHERE relkind = 'v' AND relnamespace = to_regnamespace($2)
  ), next AS (
    SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = to_regnamespace($3)
  )
  SELECT relname::text AS name, live.relname IS NOT NULL AS of_live, next.relname IS NOT NULL AS of_next
  FROM live FULL JOIN next USING (relname) ORDER BY 1`;
