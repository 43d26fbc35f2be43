/** A seeded source of choices: the same seed makes the same choices for ever. Not for secrets. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** Whole, from `least` to `most`. */
  between(least: number, most: number): number;
  /** One of the choices; throws a RangeError where there is none. */
  pick<T>(choices: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
}

/** Mulberry32: 32 bits of state, good enough to make data look alive. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (choices) => {
      const [chosen] = choices.slice(between(0, choices.length - 1));
      if (chosen === undefined) throw new RangeError('nothing to choose from');
      return chosen;
    },
    chance: (probability) => next() < probability,
  };
}
