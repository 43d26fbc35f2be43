import type { Pool } from '../../src/adapters/postgres/pool.js';
import { envelopeColumns } from '../../src/cli/generate/type-views.js';

interface View {
  readonly name: string;
  readonly comment: string;
  readonly is_of_type: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly comment: string }[];
}

/** Everything in the schema `analytics`, as the database itself describes it, as Markdown. */
export async function describeAnalytics(pool: Pool): Promise<string> {
  const { rows } = await pool.query<View>(VIEWS);
  const ofTypes = rows.filter(({ is_of_type }) => is_of_type);
  const envelope = ofTypes[0]?.columns.filter(({ name }) => envelopeColumns.includes(name)) ?? [];
  return [
    '# Data dictionary',
    '',
    'Every view of the schema `analytics`, written from the database itself by `npm run dictionary`; a test holds it against',
    'the database. [For analysts](analysts.md) says how to begin.',
    '',
    '## Read models',
    '',
    ...rows.filter(({ is_of_type }) => !is_of_type).flatMap((view) => section(view, view.columns)),
    '## Events by type',
    '',
    'Each of these views begins with the same columns:',
    '',
    ...table(envelope),
    '',
    'and goes on with what the payload tells, null where an older version of the type does not tell it:',
    '',
    ...ofTypes.flatMap((view) =>
      section(
        view,
        view.columns.filter(({ name }) => !envelopeColumns.includes(name)),
      ),
    ),
  ].join('\n');
}

const section = ({ name, comment }: View, columns: View['columns']): string[] => [
  `### ${name}`,
  '',
  comment,
  '',
  ...(columns.length > 0 ? [...table(columns), ''] : []),
];

const table = (columns: View['columns']): string[] => [
  '| column | type | meaning |',
  '| --- | --- | --- |',
  ...columns.map(
    ({ name, type, comment }) => `| \`${name}\` | ${type} | ${comment.replaceAll('|', '\\|')} |`,
  ),
];

const VIEWS = `
  SELECT c.relname::text AS name, obj_description(c.oid) AS comment, t.view_name IS NOT NULL AS is_of_type,
    jsonb_agg(jsonb_build_object(
      'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'comment', col_description(c.oid, a.attnum)
    ) ORDER BY a.attnum) AS columns
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN analytics.event_types t ON t.view_name = c.relname
  WHERE c.relnamespace = 'analytics'::regnamespace AND c.relkind = 'v'
  GROUP BY c.oid, c.relname, t.view_name ORDER BY c.relname COLLATE "C"`;
