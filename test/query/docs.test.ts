import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ListName, lists, pathOf } from '../../src/query/index.js';

const isListName = (name: string): name is ListName => name in lists;

describe('docs/read-models.md', () => {
  it('given the lists of the API, then it names each with exactly its filters', () => {
    const text = readFileSync(new URL('../../docs/read-models.md', import.meta.url), 'utf8');
    const rows = text.split(/^\| list +\| filters +\|$/m)[1]?.split('\n\n')[0] ?? '';
    const documented = [...rows.matchAll(/^\| `GET \/v1\/query\/([\w/{}-]+)` +\| (.+) \|$/gm)].map(
      ([, list, filters]) => [list, [...(filters ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()],
    );
    const actual = Object.keys(lists)
      .filter(isListName)
      .map((list) => [pathOf(list), Object.keys(lists[list].filters).sort()]);
    expect(documented).toEqual(actual);
  });
});
