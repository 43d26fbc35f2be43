/**
 * How long to wait after `failures` failures in a row: doubling from `firstMs`, at most `mostMs`, of which a random
 * half is taken off, so that those who failed together do not come back together.
 *
 * @param random a number from 0 to below 1
 */
export function backoffMs(failures: number, firstMs: number, mostMs: number, random: number): number {
  const fullMs = Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(fullMs * (1 - random / 2));
}
