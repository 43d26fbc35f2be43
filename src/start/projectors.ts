import { createProjectionStore } from '../adapters/postgres/projection-store.js';
import { createProjector } from '../projector/index.js';
import { openLog } from './engine.js';
import { type House, projectionsFolder } from './house.js';
import { projectorPace } from './pace.js';

/** Room 6: the log becomes read models. */
export async function startProjectors(house: House): Promise<void> {
  const { logger, catalogue, database, projections, lifecycle } = house;
  const store = createProjectionStore(database.pool('projector'), projectionsFolder);
  for (const projection of projections) {
    const log = logger.child({ room: 'projector', projection: projection.name });
    const events = await openLog(house, projection.name, log);
    const projector = createProjector({
      ...projectorPace,
      projection,
      store,
      decode: (event) => catalogue.decodeCurrent(event),
      keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
      onParked: ({ length: events, 0: first }) =>
        log.error({ events, reason: first?.reason }, 'events are parked'),
    });
    lifecycle.run(`projector of ${projection.name}`, (signal) => projector.run(events, signal));
  }
}
