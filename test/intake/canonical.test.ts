import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '../../src/intake/json/canonical.js';

/** Plainly: the same value with its keys in order. A null prototype, so that `__proto__` is a key like any other. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  // Whole numbers stand first in every object, in order.
  const isWhole = (key: string) => /^(0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
  const entries = Object.entries(value);
  const sorted = entries.filter(([key]) => !isWhole(key)).sort(([a], [b]) => (a < b ? -1 : 1));
  const wholes = entries.filter(([key]) => isWhole(key));
  return new Map([...wholes, ...sorted].map(([key, child]) => [key, inOrder(child)]));
}

function plain(value: unknown): string {
  if (value instanceof Map) {
    return `{${[...value].map(([key, child]) => `${JSON.stringify(key)}:${plain(child)}`).join(',')}}`;
  }
  return Array.isArray(value) ? `[${value.map(plain).join(',')}]` : JSON.stringify(value);
}

const few = fc.jsonValue({ maxDepth: 4 });
const key = fc.oneof(fc.string(), fc.nat().map(String));
const many = fc.dictionary(key, few, { minKeys: 10, maxKeys: 40 });

test('given any JSON value, when it is written canonically, then keys are in order and it is the same value', () => {
  fc.assert(
    fc.property(fc.oneof(few, many), (value) => {
      const read: unknown = JSON.parse(JSON.stringify(value));
      expect(canonicalJson(read)).toBe(plain(inOrder(read)));
    }),
  );
});

test('given an object with __proto__ as a key, when it is written canonically, then the key is there', () => {
  expect(canonicalJson(JSON.parse('{"b": [], "__proto__": {"d": 1, "c": "é"}}'))).toBe(
    '{"__proto__":{"c":"é","d":1},"b":[]}',
  );
});
