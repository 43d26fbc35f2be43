import Table from 'cli-table3';
import { createDeadLetters, type TargetStatus } from '../../adapters/postgres/router-dead.js';
import { loadCatalogue } from '../../catalogue/index.js';
import { readConfig } from '../../config.js';
import { tableOf } from '../../start/router.js';
import { loadRoutes } from '../../start/routes.js';
import type { HouseFlags } from '../house.js';
import { withHouse } from './with-house.js';

export interface ListedRoute {
  readonly name: string;
  readonly enabled: boolean;
  readonly description: string;
  /** Event types that it matches. */
  readonly types: number;
  /** The topic, or the host of the webhook: the rest of an address may hold a secret of the other side. */
  readonly to: string;
  readonly as: string;
}

/** The routes of the folder. @throws RouteError where one of them cannot be used */
export async function listRoutes(): Promise<readonly ListedRoute[]> {
  const catalogue = await loadCatalogue();
  const routes = await loadRoutes(readConfig().routesFolder);
  const { matched } = tableOf(catalogue, routes, ({ enabled }) => enabled);
  return routes.map((route) => {
    const { name, enabled, description, to, as } = route;
    const place = to.kind === 'topic' ? to.topic : `webhook at ${to.url.host}`;
    return { name, enabled, description, types: matched.get(route)?.length ?? 0, to: place, as };
  });
}

export function routeLines(routes: readonly ListedRoute[]): string {
  const table = new Table({
    head: ['route', 'enabled', 'types', 'to', 'as', 'what for'],
    style: { head: [] },
  });
  for (const { name, enabled, types, to, as, description } of routes) {
    table.push([name, enabled ? 'yes' : 'no', types, to, as, description]);
  }
  return table.toString();
}

/** How far each target is, and what waits for it. */
export function readStatus(options: HouseFlags): Promise<readonly TargetStatus[]> {
  return withHouse(options, ({ database }) => createDeadLetters(database.pool('cli')).status());
}

export function statusLines(targets: readonly TargetStatus[]): string {
  if (targets.length === 0) return 'The router has not worked yet.';
  const table = new Table({ head: ['target', 'behind', 'waiting', 'dead', 'stopped'], style: { head: [] } });
  for (const { target, behind, waiting, dead, stopped } of targets) {
    table.push([target, behind, waiting, dead, stopped ?? '']);
  }
  return table.toString();
}
