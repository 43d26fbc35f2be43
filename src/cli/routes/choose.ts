import type { Route } from '../../router/index.js';
import { loadRoute, loadRoutes } from '../../start/routes.js';
import { InputError } from '../input-error.js';

/** The route of this name in the folder, or of a file anywhere. It need not be enabled. */
export async function chooseRoute(
  folder: string,
  name: string | undefined,
  file: string | undefined,
): Promise<Route> {
  if (file !== undefined) return loadRoute(file);
  const routes = await loadRoutes(folder);
  const route = routes.find((one) => one.name === name);
  if (!route) {
    throw new InputError(
      `there is no route ${name ?? ''}; there are ${routes.map((one) => one.name).join(', ')}`,
    );
  }
  return route;
}
