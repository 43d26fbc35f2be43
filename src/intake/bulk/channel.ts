/** A queue between one that makes and one that takes: the maker waits while it is full, the taker while it is empty. */
export class Channel<Item> {
  readonly #weightMax: number;
  readonly #weightOf: (item: Item) => number;
  #items: Item[] = [];
  #weight = 0;
  #isClosed = false;
  #wakeMaker: (() => void) | undefined;
  #wakeTaker: (() => void) | undefined;

  /** @param weightMax what may lie in it at once, by weight; one item always may */
  constructor(weightMax: number, weightOf: (item: Item) => number) {
    this.#weightMax = weightMax;
    this.#weightOf = weightOf;
  }

  /** Resolves when there is room for more. What is put into a closed channel is dropped. */
  async put(item: Item): Promise<void> {
    if (this.#isClosed) return;
    this.#items.push(item);
    this.#weight += this.#weightOf(item);
    this.#wakeTaker?.();
    while (this.#weight > this.#weightMax && !this.#isClosed) {
      await new Promise<void>((wake) => {
        this.#wakeMaker = wake;
      });
    }
  }

  /** The next items, at least one and at most `max`; none once it is closed and empty. */
  async take(max: number): Promise<Item[]> {
    while (this.#items.length === 0 && !this.#isClosed) {
      await new Promise<void>((wake) => {
        this.#wakeTaker = wake;
      });
    }
    const taken = this.#items.splice(0, max);
    for (const item of taken) this.#weight -= this.#weightOf(item);
    this.#wakeMaker?.();
    return taken;
  }

  /** What lies in it can still be taken; nothing is put in any more. */
  close(): void {
    this.#isClosed = true;
    this.#wakeMaker?.();
    this.#wakeTaker?.();
  }
}
