import { isUtf8 } from 'node:buffer';
import { RequestError } from '../../errors.js';
import { fault } from '../codes.js';
import { findDuplicateKey } from './duplicate-key.js';
import { isRecord } from './is-record.js';
import { measure } from './measure.js';

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Reads a request body as JSON, strictly: UTF-8 without byte order mark, nested no deeper than `depthMax`, no key
 * twice in an object, no half of a surrogate pair. `JSON.parse` alone lets all of these pass and keeps the last of
 * two equal keys, so that what was checked by somebody in front of us need not be what we read.
 *
 * @throws RequestError `malformed_json`
 */
export function parseJson(body: Buffer, depthMax: number): unknown {
  if (!isUtf8(body)) throw malformed('The body is not UTF-8.');
  const text = body.toString('utf8');
  const { depth, members } = measure(text, depthMax);
  if (depth > depthMax) throw malformed(`The body is nested deeper than ${depthMax} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(undefined, cause);
  }
  if (countMembers(value) !== members) {
    const path = findDuplicateKey(text);
    throw new RequestError('malformed_json', {
      detail: 'An object has the same key twice.',
      errors: [fault('duplicate_key', path)],
    });
  }
  // Only an escape can bring half a pair into valid UTF-8.
  if (text.includes('\\u') && hasLoneSurrogate(value))
    throw malformed('A text has half of a surrogate pair.');
  return value;
}

function malformed(detail?: string, cause?: unknown): RequestError {
  return new RequestError('malformed_json', { ...(detail && { detail }), cause });
}

function countMembers(value: unknown): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const child of value) count += countMembers(child);
  } else if (isRecord(value)) {
    // What JSON.parse makes inherits nothing that would be counted.
    for (const key in value) count += 1 + countMembers(value[key]);
  }
  return count;
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return LONE_SURROGATE.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => LONE_SURROGATE.test(key) || hasLoneSurrogate(child));
}
