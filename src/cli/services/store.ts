import { readState, type State, writeState } from './state.js';

/** The state of one folder, on disk after every change: an interrupted `up` leaves nothing that `down` does not know. */
export class StateStore {
  readonly #folder: string;
  #state: State;

  constructor(folder: string) {
    this.#folder = folder;
    this.#state = readState(folder);
  }

  get state(): State {
    return this.#state;
  }

  update(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    writeState(this.#folder, this.#state);
  }
}
