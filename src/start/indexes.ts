import { buildIndexes } from '../adapters/postgres/projection-indexes.js';
import type { Projection } from '../projector/index.js';
import { type House, projectionsFolder } from './house.js';

/**
 * Builds the indexes that the read models' tables lack, beside all else: until they are there, some lists are slow. What
 * fails is tried again by the next process that starts.
 */
export function startIndexing(
  { database, lifecycle, logger }: House,
  projections: readonly Projection[],
): void {
  const pool = database.pool('indexes');
  const stop = new AbortController();
  const build = async () => {
    for (const projection of projections) {
      const { name, version } = projection;
      const log = logger.child({ room: 'projector', projection: name, version });
      await buildIndexes(pool, projection, projectionsFolder, stop.signal).then(
        (indexes) => indexes.length > 0 && log.info({ indexes }, 'indexes were built'),
        (err: unknown) => log.error({ err }, 'an index could not be built; lists are slow without it'),
      );
    }
  };
  const building = build();
  lifecycle.started('building of indexes', async () => {
    stop.abort();
    await building;
  });
}
