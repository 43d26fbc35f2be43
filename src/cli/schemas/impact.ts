import { type Projection, tablesReached } from '../../projector/index.js';
import type { Route, RouteTable } from '../../router/index.js';

/** Who handles an event type: `projection.table` in the order they are written, then `route <name>`. */
export type Readers = (type: string) => readonly string[];

/**
 * The tables that a change of a type may reach. Handlers are functions, so which columns they fill from which field is
 * not known: every table with a handler for the type counts, and with it each tally over such a table.
 */
export function readersOf(projections: readonly Projection[]): Readers {
  const reached = tablesReached(projections);
  return (type) => reached(type).map(({ projection, name }) => `${projection.name}.${name}`);
}

/**
 * The routes that a change of a type may reach: those that read payloads of it, to judge, key or convert them. A route
 * that passes payloads on as they are reads nothing.
 */
export function routesReading({ matched }: Pick<RouteTable, 'matched'>): Readers {
  const byType = new Map<string, string[]>();
  for (const [route, types] of matched) {
    if (!readsPayloads(route)) continue;
    for (const { name } of types) byType.set(name, [...(byType.get(name) ?? []), `route ${route.name}`]);
  }
  return (type) => byType.get(type) ?? [];
}

const readsPayloads = ({ match, key, as, to }: Route): boolean =>
  as !== 'as-sent' ||
  to.kind === 'webhook' ||
  JSON.stringify([match.where ?? null, key ?? null]).includes('"data.');
