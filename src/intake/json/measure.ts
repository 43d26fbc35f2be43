const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Depth of nesting and number of `key: value` members of a JSON text, without building it. Stops as soon as the
 * depth passes `depthMax`. For text that is not JSON the numbers mean nothing.
 */
export function measure(text: string, depthMax: number): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  for (let i = 0; i < text.length && deepest <= depthMax; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case COLON:
        members++;
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        deepest = Math.max(deepest, ++depth);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
    }
  }
  return { depth: deepest, members };
}

/** Index of the quote that ends the string begun at `start`; the text's end where none does. */
export function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i;
    if (code === BACKSLASH) i++;
  }
  return text.length;
}
