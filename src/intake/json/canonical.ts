import { hash } from 'node:crypto';
import { isRecord } from './is-record.js';

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
  for (const key of Object.keys(value).sort()) {
    text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(value[key])}`;
  }
  return `{${text}}`;
}

export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
