import type { Pool } from '../../adapters/postgres/pool.js';
import type { Projection } from '../../projector/index.js';

/** Something to compare: `select` tells its rows as JSON text, one a row, the same for the same values. */
export interface Relation {
  readonly name: string;
  readonly select: string;
}

/** The schema of a projection's tables. */
export const schemaOf = ({ name, version }: Projection): string => `${name.replaceAll('-', '_')}_v${version}`;

/** Every table of the projections, and every view over them. */
export async function relationsOf(
  pool: Pool,
  projections: readonly Projection[],
): Promise<readonly Relation[]> {
  const tables = projections.flatMap((projection) =>
    Object.entries(projection.tables).map(([table, spec]) => {
      const name = `${schemaOf(projection)}.${table}`;
      // A counter that went back to nothing may be there or not.
      const counted =
        spec.kind === 'tally' ? ` WHERE ${spec.counts.map((count) => `t.${count} <> 0`).join(' OR ')}` : '';
      return { name, select: `SELECT to_jsonb(t)::text AS row FROM ${name} t${counted}` };
    }),
  );
  const views = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, viewname) AS name FROM pg_views WHERE schemaname = 'read_model' ORDER BY 1`,
  );
  return [
    ...tables,
    ...views.rows.map(({ name }) => ({ name, select: `SELECT to_jsonb(t)::text AS row FROM ${name} t` })),
  ];
}
