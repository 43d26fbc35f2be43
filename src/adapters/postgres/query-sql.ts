import type { QueryConfig } from 'pg';
import {
  type Filter,
  type GetRequest,
  type ListRequest,
  type ListResource,
  lists,
  type Row,
} from '../../query/index.js';
import { afterPrefix } from './after-prefix.js';
import { itemSources, listViews, type Related } from './query-views.js';

// An item has few of each; a list of its own is the place to walk more.
const RELATED_MAX = 1000;

/**
 * One page and a row more, which tells whether another follows; all rows where no limit is given. Names of columns come from the resources' own
 * definitions, values are always bound.
 */
export function listSql({
  list,
  organisation,
  within,
  filters,
  after,
  limit,
}: Omit<ListRequest, 'limit'> & { readonly limit: number | undefined }): QueryConfig {
  const resource: ListResource = lists[list];
  const known: Readonly<Record<string, Filter>> = resource.filters;
  const where = new Conditions();
  where.restrict(organisation);
  for (const [field, value] of Object.entries(resource.always ?? {})) where.equals(field, value);
  if (resource.within) where.equals(resource.within.field, within);
  for (const [name, value] of filters) {
    const filter = known[name];
    if (!filter) throw new Error(`${list} has no filter ${name}`);
    if (filter.match === 'equals') where.equals(filter.field, value);
    else if (filter.match === 'before') where.add(`v.${filter.field} < ${where.bind(value)}::timestamptz`);
    else if (filter.match === 'from') where.add(`v.${filter.field} >= ${where.bind(value)}::timestamptz`);
    else where.startsWith(filter.field, value);
  }
  const key = Object.keys(resource.key).map((field) => `v.${field}`);
  const [beyond, order] = resource.isDescending ? ['<', key.map((field) => `${field} DESC`)] : ['>', key];
  if (after)
    where.add(`(${key.join(', ')}) ${beyond} (${after.map((value) => where.bind(value)).join(', ')})`);
  return where.select(listViews[list], order, limit === undefined ? 'ALL' : limit + 1);
}

/** At most two rows: a second one says that more must be known. */
export function getSql({ item, organisation, known }: GetRequest, schema?: string): QueryConfig {
  const { list, view } = itemSources[item];
  const { key: sortedBy, always }: ListResource = lists[list];
  const where = new Conditions(schema);
  where.restrict(organisation);
  for (const [field, value] of Object.entries({ ...always, ...known })) where.equals(field, value);
  const key = Object.keys(sortedBy).map((field) => `v.${field}`);
  return prepared(where.select(view ?? listViews[list], key, 2), schema);
}

/** What belongs to `row`, again only what the organisation may see. */
export function relatedSql(
  { view, by, sortedBy }: Related,
  row: Row,
  organisation: string | null,
  schema?: string,
): QueryConfig {
  const where = new Conditions(schema);
  where.restrict(organisation);
  for (const column of by) where.equals(column, row[column]);
  const order = sortedBy.map((column) => `v.${column}`);
  return prepared(where.select(view, order, RELATED_MAX), schema);
}

const names = new Map<string, string>();

/** Planned once a connection: planning a view's joins takes longer than finding a few rows by their key. */
function prepared(query: QueryConfig, schema?: string): QueryConfig {
  // Elsewhere views are asked seldom.
  if (schema !== undefined) return query;
  const name = names.get(query.text) ?? `query ${names.size}`;
  names.set(query.text, name);
  return { ...query, name };
}

const READ_MODEL = 'read_model';

class Conditions {
  readonly #schema: string;
  readonly #conditions: string[] = [];
  readonly #values: unknown[] = [];

  /** @param schema where the views are */
  constructor(schema = READ_MODEL) {
    this.#schema = schema;
  }

  bind(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  equals(column: string, value: unknown): void {
    this.add(`v.${column} = ${this.bind(value)}`);
  }

  /** As a range and not by a function: under row-level security, an index is only asked by operators that leak nothing. */
  startsWith(column: string, prefix: string): void {
    const beyond = afterPrefix(prefix);
    this.add(`v.${column} >= ${this.bind(prefix)} COLLATE "C"`);
    if (beyond !== undefined) this.add(`v.${column} < ${this.bind(beyond)} COLLATE "C"`);
  }

  /** What has no organisation is shown to nobody but operators. */
  restrict(organisation: string | null): void {
    if (organisation !== null) this.equals('organisation', organisation);
  }

  select(view: string, sortedBy: readonly string[], limit: number | 'ALL'): QueryConfig {
    const where = this.#conditions.length > 0 ? ` WHERE ${this.#conditions.join(' AND ')}` : '';
    return {
      text: `SELECT v.* FROM ${view.replace(READ_MODEL, this.#schema)} v${where} ORDER BY ${sortedBy.join(', ')} LIMIT ${limit}`,
      values: this.#values,
    };
  }
}
