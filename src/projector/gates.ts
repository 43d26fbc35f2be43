/** Lets one piece of work at a time through, for each partition. */
export class Gates {
  readonly #last = new Map<number, Promise<void>>();

  async run<T>(partition: number, work: () => Promise<T>): Promise<T> {
    const running = (this.#last.get(partition) ?? Promise.resolve()).then(work);
    this.#last.set(
      partition,
      running.then(
        () => {},
        () => {},
      ),
    );
    return running;
  }
}
