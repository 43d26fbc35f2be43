const UNKEEPABLE = /\p{Surrogate}|\0/u;

/** Whether text has no half of a surrogate pair, which UTF-8 cannot carry, and no NUL, which PostgreSQL cannot hold. */
export function isWellFormed(text: string): boolean {
  return !UNKEEPABLE.test(text);
}

/** Orders text by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
