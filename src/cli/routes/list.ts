import { createDeadLetters, type TargetStatus } from '../../adapters/postgres/router-dead.js';
import { loadCatalogue } from '../../catalogue/index.js';
import { readConfig } from '../../config.js';
import { type ListedRoute, listRoutes } from '../../start/listed-routes.js';
import type { HouseFlags } from '../house.js';
import { tableText } from '../print.js';
import { withHouse } from './with-house.js';

/** A route as it is told of here: types by their number. */
type ShownRoute = Omit<ListedRoute, 'types' | 'targets'> & { readonly types: number };

/** The configured routes. @throws RouteError where one of them cannot be used */
export async function configuredRoutes(): Promise<readonly ShownRoute[]> {
  const routes = await listRoutes(await loadCatalogue(), readConfig().routesFolder);
  return routes.map(({ targets: _, types, ...route }) => ({ ...route, types: types.length }));
}

export function routeLines(routes: readonly ShownRoute[]): string {
  return tableText(
    ['route', 'enabled', 'types', 'to', 'as', 'what for'],
    routes.map(({ name, enabled, types, to, as, description }) => [
      ...[name, enabled ? 'yes' : 'no', types, to, as, description],
    ]),
  );
}

/** How far each target is, and what waits for it. */
export function readStatus(options: HouseFlags): Promise<readonly TargetStatus[]> {
  return withHouse(options, ({ database }) => createDeadLetters(database.pool('cli')).status());
}

export function statusLines(targets: readonly TargetStatus[]): string {
  if (targets.length === 0) return 'The router has not worked yet.';
  return tableText(
    ['target', 'behind', 'waiting', 'dead', 'stopped'],
    targets.map(({ target, behind, waiting, dead, stopped }) => [
      target,
      behind,
      waiting,
      dead,
      stopped ?? '',
    ]),
  );
}
