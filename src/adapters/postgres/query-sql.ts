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
import { itemSources, listViews, ownViews, type Related } from './query-views.js';

// An item has few of each; a list of its own is the place to walk more.
const RELATED_MAX = 1000;

type ListOf = Omit<ListRequest, 'limit'> & { readonly limit: number | undefined };

/**
 * One page and a row more, which tells whether another follows; all rows where no limit is given. Names of columns come
 * from the resources' own definitions, values are always bound. To be read about {@link aboutWhom}.
 */
export function listSql(request: ListOf): QueryConfig {
  const { list, organisation, filters, limit } = request;
  const { key, isDescending }: ListResource = lists[list];
  const fields = Object.keys(key);
  const order = fields.map((field) => `v.${field}${isDescending ? ' DESC' : ''}`);
  const own = limit !== undefined && aboutWhom(request) !== null && ownViews[list];
  const where = new Conditions();
  narrow(where, request);
  if (own) where.choosePage(own, fields, order, limit + 1);
  where.restrict(organisation);
  const ofWhom = filters.get('organisation');
  if (ofWhom !== undefined) where.equals('organisation', ofWhom);
  return where.select(listViews[list], order, limit === undefined ? 'ALL' : limit + 1);
}

/** The one organisation whose rows a list shows; `null` where it may show several. */
export const aboutWhom = ({ organisation, filters }: Pick<ListRequest, 'organisation' | 'filters'>) =>
  organisation ?? filters.get('organisation') ?? null;

/** To what was asked for, but for whose it is. */
function narrow(where: Conditions, { list, within, filters, after }: ListOf): void {
  const resource: ListResource = lists[list];
  const known: Readonly<Record<string, Filter>> = resource.filters;
  for (const [field, value] of Object.entries(resource.always ?? {})) where.equals(field, value);
  if (resource.within) where.equals(resource.within.field, within);
  for (const [name, value] of filters) {
    const filter = known[name];
    if (!filter) throw new Error(`${list} has no filter ${name}`);
    if (name === 'organisation') continue;
    if (filter.match === 'equals') where.equals(filter.field, value);
    else if (filter.match === 'before') where.add(`v.${filter.field} < ${where.bind(value)}::timestamptz`);
    else if (filter.match === 'from') where.add(`v.${filter.field} >= ${where.bind(value)}::timestamptz`);
    else where.startsWith(filter.field, value);
  }
  if (!after) return;
  const key = Object.keys(resource.key).map((field) => `v.${field}`);
  const beyond = resource.isDescending ? '<' : '>';
  where.add(`(${key.join(', ')}) ${beyond} (${after.map((value) => where.bind(value)).join(', ')})`);
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
  #page = '';
  #by = '';

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

  /**
   * What was asked for so far chooses the keys of a page in `views`, each of which has them in order; what is asked for from
   * here on, the rows must keep to all the same.
   */
  choosePage(
    views: readonly string[],
    key: readonly string[],
    order: readonly string[],
    limit: number,
  ): void {
    const keys = key.map((field) => `v.${field}`).join(', ');
    const first = `${this.#where()} ORDER BY ${order.join(', ')} LIMIT ${limit}`;
    const each = views.map((view) => `(SELECT ${keys} FROM ${view} v${first})`);
    const all = `SELECT ${keys} FROM (${each.join(' UNION ALL ')}) v ORDER BY ${order.join(', ')} LIMIT ${limit}`;
    this.#page = `(${all}) page JOIN `;
    this.#by = ` USING (${key.join(', ')})`;
    this.#conditions.length = 0;
  }

  select(view: string, sortedBy: readonly string[], limit: number | 'ALL'): QueryConfig {
    const from = `${this.#page}${view.replace(READ_MODEL, this.#schema)} v${this.#by}`;
    return {
      text: `SELECT v.* FROM ${from}${this.#where()} ORDER BY ${sortedBy.join(', ')} LIMIT ${limit}`,
      values: this.#values,
    };
  }

  #where(): string {
    return this.#conditions.length > 0 ? ` WHERE ${this.#conditions.join(' AND ')}` : '';
  }
}
