import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RequestError } from '../../src/errors.js';
import { canonicalJson } from '../../src/intake/json/canonical.js';
import { parseJson } from '../../src/intake/json/parse.js';

const parse = (text: string | Buffer) => parseJson(Buffer.isBuffer(text) ? text : Buffer.from(text), 16);

function refusalOf(text: string | Buffer): RequestError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('was read');
}

describe('given a request body', () => {
  test('when it is any JSON without equal keys, then it is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5, stringUnit: 'grapheme' }), (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['a comma too many', '{"a":1,}'],
    ['two values', '{} {}'],
    ['a comment', '{} // done'],
    ['a byte order mark', '\ufeff{}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['an overlong form', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['half a pair in a key', '{"\\udc00":1}'],
    ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`],
    ['a quarter of a million levels', '['.repeat(250_000)],
    ['NaN', '{"a":NaN}'],
    ['an open string', '{"a":"'],
  ])('when it has %s, then it is malformed', (_name, text) => {
    expect(refusalOf(text).code).toBe('malformed_json');
  });

  test('when it has 16 levels, a whole pair and braces inside strings, then it is read', () => {
    expect(parse(`${'['.repeat(16)}${']'.repeat(16)}`)).toBeInstanceOf(Array);
    expect(parse('{"a:b{[\\"":"\\ud83d\\ude00 :{["}')).toEqual({ 'a:b{["': '😀 :{[' });
  });

  test.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"customers":[{"x":1},{"email":"a","email":"a"}]}', 'customers.1.email'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":{"b":[[{"c":1}, {"c":1 , "c" : 1}]]}}', 'a.b.0.1.c'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('when it is %s, then the second key is refused at %s', (text, attr) => {
    expect(refusalOf(text).errors).toEqual([{ code: 'duplicate_key', attr, detail: expect.any(String) }]);
  });

  test('when a key is __proto__, then it is a key like any other and changes no prototype', () => {
    const value = parse('{"__proto__":{"admin":true}}');
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('canonical JSON', () => {
  test('given any value, when keys come in another order, then the text is the same and still means it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('given two texts that mean the same, then it is the same; given others, then not', () => {
    const of = (text: string) => canonicalJson(JSON.parse(text));
    expect(of('{"b":1.0,"a":[1,{"d":"\\u0041","c":2e0}]}')).toBe(of(' {"a":[1,{"c":2,"d":"A"}],"b":1} '));
    expect(of('[1,2]')).not.toBe(of('[2,1]'));
    expect(of('{"a":"1"}')).not.toBe(of('{"a":1}'));
  });
});
