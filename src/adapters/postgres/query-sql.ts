import type { QueryConfig } from 'pg';
import { type Filter, type GetRequest, type ListRequest, lists, type Row } from '../../query/index.js';
import { itemSources, listViews, type Related } from './query-views.js';

// An item has few of each; a list of its own is the place to walk more.
const RELATED_MAX = 1000;

/**
 * One page and a row more, which tells whether another follows. Names of columns come from the resources' own
 * definitions, values are always bound.
 */
export function listSql({ list, organisation, filters, after, limit }: ListRequest): QueryConfig {
  const known: Readonly<Record<string, Filter>> = lists[list].filters;
  const where = new Conditions();
  where.restrict(organisation);
  for (const [name, value] of filters) {
    const filter = known[name];
    if (!filter) throw new Error(`${list} has no filter ${name}`);
    if (filter.match === 'equals') where.equals(filter.field, value);
    else if (filter.match === 'before') where.add(`v.${filter.field} < ${where.bind(value)}::timestamptz`);
    else where.add(`starts_with(v.${filter.field}, ${where.bind(value)})`);
  }
  const key = Object.keys(lists[list].key).map((field) => `v.${field}`);
  if (after) where.add(`(${key.join(', ')}) > (${after.map((value) => where.bind(value)).join(', ')})`);
  return where.select(listViews[list], key, limit + 1);
}

/** At most two rows: a second one says that more must be known. */
export function getSql({ item, organisation, known }: GetRequest): QueryConfig {
  const { list } = itemSources[item];
  const where = new Conditions();
  where.restrict(organisation);
  for (const [field, value] of Object.entries(known)) where.equals(field, value);
  const key = Object.keys(lists[list].key).map((field) => `v.${field}`);
  return prepared(where.select(listViews[list], key, 2));
}

/** What belongs to `row`, again only what the organisation may see. */
export function relatedSql(
  { view, by, sortedBy }: Related,
  row: Row,
  organisation: string | null,
): QueryConfig {
  const where = new Conditions();
  where.restrict(organisation);
  for (const column of by) where.equals(column, row[column]);
  const order = sortedBy.map((column) => `v.${column}`);
  return prepared(where.select(view, order, RELATED_MAX));
}

const names = new Map<string, string>();

/** Planned once a connection: planning a view's joins takes longer than finding a few rows by their key. */
function prepared(query: QueryConfig): QueryConfig {
  const name = names.get(query.text) ?? `query ${names.size}`;
  names.set(query.text, name);
  return { ...query, name };
}

class Conditions {
  readonly #conditions: string[] = [];
  readonly #values: unknown[] = [];

  bind(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  equals(column: string, value: unknown): void {
    this.add(`v.${column} = ${this.bind(value)}`);
  }

  /** What has no organisation is shown to nobody but operators. */
  restrict(organisation: string | null): void {
    if (organisation !== null) this.equals('organisation', organisation);
  }

  select(view: string, sortedBy: readonly string[], limit: number): QueryConfig {
    const where = this.#conditions.length > 0 ? ` WHERE ${this.#conditions.join(' AND ')}` : '';
    return {
      text: `SELECT v.* FROM ${view} v${where} ORDER BY ${sortedBy.join(', ')} LIMIT ${limit}`,
      values: this.#values,
    };
  }
}
