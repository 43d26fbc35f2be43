import { type Column, view } from './sql.js';

const COMMENT = /^COMMENT ON (?:VIEW|COLUMN) read_model\.(\w+)(?:\.(\w+))? IS '((?:[^']|'')*)';$/gm;

/**
 * SQL that shows analysts the views of a read model under the same names. What there is follows from the comments:
 * every view and every column has one.
 */
export function shownViews(viewsSql: string): string {
  const found = new Map<string, { comment: string; columns: Column[] }>();
  for (const [, name = '', column, text = ''] of viewsSql.matchAll(COMMENT)) {
    const comment = text.replaceAll("''", "'");
    const known = found.get(name) ?? { comment: '', columns: [] };
    found.set(name, known);
    if (column === undefined) known.comment = comment;
    else known.columns.push({ name: column, expression: `v.${column}`, comment });
  }
  return [...found]
    .map(([name, { comment, columns }]) =>
      view(`analytics.${name}`, comment, columns, `FROM read_model.${name} v`),
    )
    .join('\n');
}
