import type { ProjectionStore } from '../../projector/index.js';
import type { Random } from '../random.js';

/** A connection that breaks: a read or a commit fails, or a commit is done and its answer lost. */
export function faultyStore(store: ProjectionStore, random: Random, chance: number): ProjectionStore {
  const perhapsBreak = () => {
    if (random.chance(chance)) throw new Error('the connection broke');
  };
  return {
    ...store,
    // Made before the history began.
    ensure: async () => {},
    async position(projection, partition) {
      perhapsBreak();
      return store.position(projection, partition);
    },
    async loadRows(projection, table, keys) {
      perhapsBreak();
      return store.loadRows(projection, table, keys);
    },
    async commit(projection, advance, changes) {
      perhapsBreak();
      const outcome = await store.commit(projection, advance, changes);
      perhapsBreak();
      return outcome;
    },
  };
}
