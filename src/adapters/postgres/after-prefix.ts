const LAST = 0x10ffff;
const SURROGATES_FIRST = 0xd800;
const SURROGATES_END = 0xe000;

/**
 * The first text behind all that begin with `prefix`, in the order of their bytes in UTF-8, which is that of their code
 * points. `undefined` where there is none.
 */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.length > 0) {
    const next = (points.pop() ?? 0) + 1;
    if (next > LAST) continue;
    return String.fromCodePoint(...points, next === SURROGATES_FIRST ? SURROGATES_END : next);
  }
  return undefined;
}
