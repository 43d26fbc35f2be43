import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { createRedriveStore } from '../adapters/postgres/projection-redrive.js';
import { createProjectionStore } from '../adapters/postgres/projection-store.js';
import {
  createProjector,
  type Decode,
  decodeOnce,
  type Projection,
  type ProjectionStore,
  SharedReading,
} from '../projector/index.js';
import { openLog } from './engine.js';
import { type House, projectionsFolder } from './house.js';
import { startIndexing } from './indexes.js';
import { projectorPace } from './pace.js';

/** How often a projector looks for redrives that are asked of it. */
const REDRIVE_POLL_MS = 1_000;

/** What projections of this process have in common. */
interface Shared {
  readonly decode: Decode;
  readonly store: ProjectionStore;
  readonly reading?: SharedReading;
}

/** Room 6: the log becomes read models. Read and decoded once for all that stand at the same place. */
export async function startProjectors(house: House): Promise<void> {
  const { logger, lifecycle } = house;
  const shared = {
    decode: decodeOnce(currentForms(house)),
    store: openStore(house),
    reading: new SharedReading(),
  };
  const log = logger.child({ room: 'projector' });
  // Which partitions are read is for the projections' own logs to say: nobody else takes part in this one.
  const events = await openLog(house, `projectors-${randomUUID()}`, log, { isPrivate: true });
  lifecycle.run('the shared reading of the log', (signal) => events.run(shared.reading.reader, signal));
  for (const projection of house.projections) await startProjector(house, projection, shared);
  startIndexing(house, house.projections);
}

/** Feeds one version of a projection, unless another process does. */
export async function startProjector(house: House, projection: Projection, shared?: Shared): Promise<void> {
  const { projector, log } = await openProjector(house, projection, shared);
  house.lifecycle.run(`projector of ${projection.name}`, (signal) => projector.run(log, signal));
}

/** What feeds one version of a projection, and the log to feed it from. */
export async function openProjector(
  house: House,
  projection: Projection,
  { decode, store, reading }: Shared = { decode: currentForms(house), store: openStore(house) },
) {
  const { logger, catalogue, database } = house;
  const { name, version } = projection;
  const pool = database.pool('projector');
  const log = logger.child({ room: 'projector', projection: name, version });
  // Each version has a place of its own: the next one is filled while the live one goes on.
  const events = await openLog(house, `${name}-v${version}`, log, reading && { reading });
  const projector = createProjector({
    ...projectorPace,
    projection,
    store,
    decode,
    keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
    onParked: ({ length: events, 0: first }) =>
      log.error({ events, reason: first?.reason }, 'events are parked'),
    redrives: {
      store: createRedriveStore(pool, `${hostname()}/${process.pid}`),
      pollMs: REDRIVE_POLL_MS,
      onFault: (err) => log.error({ err }, 'redriving pauses and is tried again'),
    },
  });
  return { projector, log: events };
}

const openStore = ({ database, config }: House): ProjectionStore =>
  createProjectionStore(database.pool('projector'), projectionsFolder, config.parkedMost);

const currentForms =
  ({ catalogue }: House): Decode =>
  (event) =>
    catalogue.decodeCurrent(event);
