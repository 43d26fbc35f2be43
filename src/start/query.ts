import { createProjectionStore } from '../adapters/postgres/projection-store.js';
import { createReadModels } from '../adapters/postgres/query.js';
import type { Authenticator } from '../intake/index.js';
import { queryPlugin } from '../query/index.js';
import { type House, projectionsFolder } from './house.js';

/** Room 7: read models become answers. */
export async function openQuery({ database, projections }: House, { authenticate }: Authenticator) {
  const store = createProjectionStore(database.pool('general'), projectionsFolder);
  // Answers are asked of their views from the start, also where the projector is another process, not begun yet.
  for (const projection of projections) await store.ensure(projection);
  const pool = database.pool('query', 'headrace_organisation');
  const readModels = createReadModels(pool);
  return queryPlugin({ readModels, authenticate });
}
