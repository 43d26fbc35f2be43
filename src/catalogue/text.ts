const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether text has no half of a surrogate pair: only such text survives UTF-8. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/** Orders text by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
