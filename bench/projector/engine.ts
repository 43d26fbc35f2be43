import { join } from 'node:path';
import { kafkaLog } from '../../src/adapters/kafka/index.js';
import { createPool } from '../../src/adapters/postgres/pool.js';
import { createProjectionStore } from '../../src/adapters/postgres/projection-store.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { packageRoot } from '../../src/package-root.js';
import { createProjector, type ProjectionStore } from '../../src/projector/index.js';
import { kafkaPace, projectorPace } from '../../src/start/pace.js';
import { openSchemas } from '../../src/start/schemas.js';
import projection from '../projections/conversations/projection.js';
import type { Clock, Contestant } from './contestant.js';

/** The engine as the service runs it, with the projection in bench/projections. */
export const engine: Contestant = async (task, clock) => {
  const catalogue = await loadCatalogue();
  const fail = (error: unknown) => {
    throw error;
  };
  const pool = createPool(task.databaseUrl, {
    max: 10,
    timed: 'connection',
    applicationName: 'bench',
    onIdleError: fail,
  });
  const stop = new AbortController();
  const store = createProjectionStore(pool, join(packageRoot, 'bench/projections'));
  const projector = createProjector({
    ...projectorPace,
    projection,
    store: watched(store, task.events, clock, () => stop.abort()),
    decode: (event) => catalogue.decodeCurrent(event),
    keyDeterminedBy: (type) => catalogue.keyDeterminedBy(type),
    onParked: (parked) => fail(new Error(`${parked.length} events were parked: ${parked[0]?.detail}`)),
  });
  const log = kafkaLog(task.kafka, task.topic, await openSchemas(undefined, catalogue), {
    ...kafkaPace,
    name: `${task.topic}-${process.pid}`,
    onFault: (error) => console.error(error),
  });
  await projector.run(log, stop.signal);
  await pool.end();
};

/** The store, telling when the first partition is opened and when everything is committed. */
function watched(store: ProjectionStore, events: number, clock: Clock, end: () => void): ProjectionStore {
  let committed = 0;
  return {
    ...store,
    position(projection, partition) {
      clock.begin();
      return store.position(projection, partition);
    },
    async commit(projection, advance, changes) {
      const outcome = await store.commit(projection, advance, changes);
      if (outcome.kind === 'committed') committed += advance.to - advance.from.sequence;
      if (committed === events) {
        clock.end();
        end();
      }
      return outcome;
    },
  };
}
