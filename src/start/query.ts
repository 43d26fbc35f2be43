import { createPast } from '../adapters/postgres/past.js';
import { createProjectionStore } from '../adapters/postgres/projection-store.js';
import { createReadModels } from '../adapters/postgres/query.js';
import { createDeadLetters } from '../adapters/postgres/router-dead.js';
import type { Authenticator } from '../intake/index.js';
import { queryPlugin } from '../query/index.js';
import { type House, projectionsFolder } from './house.js';
import { listRoutes } from './listed-routes.js';

/** Room 7: read models become answers. */
export async function openQuery(
  { catalogue, config, database, projections }: House,
  { authenticate }: Authenticator,
) {
  const general = database.pool('general');
  const store = createProjectionStore(general, projectionsFolder);
  // Answers are asked of their views from the start, also where the projector is another process, not begun yet.
  for (const projection of projections) await store.ensure(projection);
  const readModels = createReadModels(database.pool('query', 'headrace_organisation'));
  const past = createPast({
    pool: general,
    folder: projectionsFolder,
    projections,
    upcastPath: (type, version) => catalogue.upcastPath(type, version),
  });
  const letters = createDeadLetters(general);
  const eventRoutes = {
    async list() {
      const [routes, states] = await Promise.all([
        listRoutes(catalogue, config.routesFolder),
        letters.status(),
      ]);
      return routes.map((route) => ({
        ...route,
        targets: states.filter(({ target }) => route.targets.includes(target)),
      }));
    },
  };
  return queryPlugin({ readModels, past, eventRoutes, authenticate });
}
