import { hostname } from 'node:os';
import { createRedriveStore } from '../adapters/postgres/projection-redrive.js';
import { createProjectionStore } from '../adapters/postgres/projection-store.js';
import { createProjector, type Projection } from '../projector/index.js';
import { openLog } from './engine.js';
import { type House, projectionsFolder } from './house.js';

/** How often a projector looks for redrives that are asked of it. */
const REDRIVE_POLL_MS = 1_000;

/** Room 6: the log becomes read models. */
export async function startProjectors(house: House): Promise<void> {
  for (const projection of house.projections) await startProjector(house, projection);
}

/** Feeds one version of a projection, unless another process does. */
export async function startProjector(house: House, projection: Projection): Promise<void> {
  const { logger, catalogue, database, config, lifecycle } = house;
  const { name, version } = projection;
  const pool = database.pool('projector');
  const store = createProjectionStore(pool, projectionsFolder, config.parkedMost);
  const log = logger.child({ room: 'projector', projection: name, version });
  // Each version reads for itself: the next one is filled while the live one goes on.
  const events = await openLog(house, `${name}-v${version}`, log);
  const projector = createProjector({
    projection,
    store,
    decode: (event) => catalogue.decodeCurrent(event),
    keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
    cachedRows: 50_000,
    onParked: ({ length: events, 0: first }) =>
      log.error({ events, reason: first?.reason }, 'events are parked'),
    redrives: {
      store: createRedriveStore(pool, `${hostname()}/${process.pid}`),
      pollMs: REDRIVE_POLL_MS,
      onFault: (err) => log.error({ err }, 'redriving pauses and is tried again'),
    },
  });
  lifecycle.run(`projector of ${name}`, (signal) => projector.run(events, signal));
}
