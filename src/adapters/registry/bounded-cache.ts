/** Remembers a number of things for a time; the oldest make room. */
export class BoundedCache<Key, Value> {
  readonly #entries = new Map<Key, { value: Value; until: number }>();
  readonly #sizeMax: number;
  readonly #lifetimeMs: number;

  constructor(sizeMax: number, lifetimeMs = Number.POSITIVE_INFINITY) {
    this.#sizeMax = sizeMax;
    this.#lifetimeMs = lifetimeMs;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > performance.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + this.#lifetimeMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#sizeMax) return;
      this.#entries.delete(oldest);
    }
  }
}
