import { createWaker } from '../pacing/waker.js';
import type { Lane } from './lane.js';
import type { RouterStore } from './port.js';

/** How often positions are written where something went to a target: what a crash leaves to be looked through. */
const PERIOD_MS = 250;
/** And where events only passed by: what a crash leaves to be read again. */
const PASSING_PERIODS = 40;

/**
 * Writes positions beside the work, one statement at a time. One that is late costs a longer look at the next start, so
 * a fault is told and tried again with the next write.
 */
export class PositionWriter {
  readonly #lanes: readonly Lane[];
  readonly #store: RouterStore;
  readonly #epoch: number;
  readonly #onFault: (error: unknown) => void;

  constructor(lanes: readonly Lane[], store: RouterStore, epoch: number, onFault: (error: unknown) => void) {
    this.#lanes = lanes;
    this.#store = store;
    this.#epoch = epoch;
    this.#onFault = onFault;
  }

  /** Resolves after `stop`, when nothing is left to write. Never rejects. */
  async run(stop: AbortSignal): Promise<void> {
    const waker = createWaker(stop);
    for (let period = 1; !stop.aborted; period++) {
      await waker.pause(PERIOD_MS);
      await this.write(period % PASSING_PERIODS === 0).catch(this.#onFault);
    }
    waker.close();
    await this.write(true).catch(this.#onFault);
  }

  async write(all: boolean): Promise<void> {
    const changes = this.#lanes.map((lane) => ({ lane, positions: lane.changes(all) }));
    const positions = changes.flatMap((change) => change.positions);
    if (positions.length === 0) return;
    await this.#store.advance(this.#epoch, positions);
    for (const change of changes) change.lane.note(change.positions);
  }
}
