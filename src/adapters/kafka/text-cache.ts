/** Longer texts hardly repeat. */
const LONGEST = 64;
/** A power of two. */
const PLACES = 1_024;

interface Known {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/**
 * Texts by their bytes: one that was met before is the same string again, which costs less than making it, and hashes but once
 * where it is looked up. Of two that share a place the later one stays.
 */
export class TextCache {
  readonly #places = new Array<Known | undefined>(PLACES).fill(undefined);

  /** The UTF-8 text from `start` to `end`. */
  of(bytes: Buffer, start: number, end: number): string {
    if (end - start > LONGEST) return bytes.toString('utf8', start, end);
    let hash = end - start;
    for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + (bytes[i] ?? 0);
    const place = (hash ^ (hash >>> 10)) & (PLACES - 1);
    const known = this.#places[place];
    if (known && isSame(known.bytes, bytes, start, end)) return known.text;
    const text = bytes.toString('utf8', start, end);
    this.#places[place] = { bytes: new Uint8Array(bytes.subarray(start, end)), text };
    return text;
  }
}

/** Whether these are the bytes from `start` to `end`. */
export function isSame(known: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  for (let i = 0; i < known.length; i++) if (known[i] !== bytes[start + i]) return false;
  return true;
}
