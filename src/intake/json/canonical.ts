import { hash } from 'node:crypto';
import { isRecord } from './is-record.js';

const FEW_KEYS = 16;

/**
 * Canonical JSON: keys sorted, no white space, numbers and strings as `JSON.stringify` writes them. Two payloads mean
 * the same exactly when these texts are equal.
 */
export function canonicalJson(value: unknown): string {
  let text = '';
  if (Array.isArray(value)) {
    for (const child of value) text += `${text && ','}${canonicalJson(child)}`;
    return `[${text}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value);
  for (const key of sorted(Object.keys(value))) {
    text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(value[key])}`;
  }
  return `{${text}}`;
}

/**
 * Sorts in place. Most objects have a few keys, and there the built-in sort spends most of its memory and time on getting
 * ready; of many keys, inserting one by one would take their square.
 */
function sorted(keys: string[]): string[] {
  if (keys.length > FEW_KEYS) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] ?? '';
    let at = i;
    for (; at > 0 && (keys[at - 1] ?? '') > key; at--) keys[at] = keys[at - 1] ?? '';
    keys[at] = key;
  }
  return keys;
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
