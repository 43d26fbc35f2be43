/**
 * SQL that shows analysts the views of a read model under the same names. They are views of their own on the same tables,
 * not views on those of the query API: what that shows depends on who asks, and analysts see all.
 */
export const shownViews = (viewsSql: string): string => viewsSql.replaceAll(/\bread_model\./g, 'analytics.');
