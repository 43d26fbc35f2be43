import { describe, expect, test } from 'vitest';
import { isNamed } from '../../src/query/index.js';

describe('If-None-Match', () => {
  test.each([
    ['"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['W/"a"', '"a"', true],
    ['"b", W/"a"', '"a"', true],
    ['"ab"', '"a"', false],
    ['a', '"a"', false],
    ['*', '"a"', false],
    ['', '"a"', false],
    [undefined, '"a"', false],
  ])('given %s, then whether it names %s is %s', (header, etag, named) => {
    expect(isNamed(header, etag)).toBe(named);
  });
});
