import { hash } from 'node:crypto';
import { isRecord } from './is-record.js';

const FEW_KEYS = 16;

/**
 * Canonical JSON: no white space, numbers and strings as `JSON.stringify` writes them, keys in one order: those that are
 * whole numbers by their size, as in every object of JavaScript, then the others sorted. Two payloads mean the same exactly
 * when these texts are equal.
 */
export function canonicalJson(value: unknown): string {
  // Copied and written at once: a text that is put together piece by piece leaves more than twice the garbage.
  return JSON.stringify(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isRecord(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(value))) {
    // Assigned, this one would be no key.
    if (key === '__proto__') setOwn(ordered, key, inOrder(value[key]));
    else ordered[key] = inOrder(value[key]);
  }
  return ordered;
}

function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true });
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
