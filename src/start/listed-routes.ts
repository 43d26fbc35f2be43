import type { Catalogue } from '../catalogue/index.js';
import type { EventRoute } from '../query/index.js';
import { tableOf } from './router.js';
import { loadRoutes } from './routes.js';

export interface ListedRoute extends Omit<EventRoute, 'targets'> {
  /** Names of what it goes to, where it is enabled. */
  readonly targets: readonly string[];
}

/** The routes of a folder. @throws RouteError where one of them cannot be used */
export async function listRoutes(catalogue: Catalogue, folder: string): Promise<readonly ListedRoute[]> {
  const routes = await loadRoutes(folder);
  const { matched, targets } = tableOf(catalogue, routes, ({ enabled }) => enabled);
  return routes.map((route) => {
    const { name, enabled, description, to, as } = route;
    return {
      name,
      enabled,
      description,
      types: (matched.get(route) ?? []).map((type) => type.name),
      to: to.kind === 'topic' ? to.topic : `webhook at ${to.url.host}`,
      as,
      targets: [...targets].filter(([, owner]) => owner === route).map(([target]) => target),
    };
  });
}
