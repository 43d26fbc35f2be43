import { endOfString } from './measure.js';

interface Level {
  /** Keys seen so far; `undefined` in an array. */
  readonly keys: Set<string> | undefined;
  /** Where the reader is: the current key, or the index in an array. */
  place: string | number;
}

/**
 * Dotted path of the first key that an object of this valid JSON text has twice; empty where there is none. Slow, and
 * only asked once it is known that there is one.
 */
export function findDuplicateKey(text: string): string {
  const levels: Level[] = [];
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    const character = text[i];
    if (character === '{') levels.push({ keys: new Set(), place: '' });
    else if (character === '[') levels.push({ keys: undefined, place: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === ',' && level && typeof level.place === 'number') level.place++;
    else if (character === '"') {
      const end = endOfString(text, i);
      if (level?.keys && isKey(text, end)) {
        const key = String(JSON.parse(text.slice(i, end + 1)));
        level.place = key;
        if (level.keys.has(key)) return levels.map(({ place }) => place).join('.');
        level.keys.add(key);
      }
      i = end;
    }
  }
  return '';
}

/** Whether the string that ends here is a key: a colon follows it. */
function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (next < text.length && ' \t\r\n'.includes(text.charAt(next))) next++;
  return text[next] === ':';
}
