import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvHead, csvLine } from '../../src/query/export/csv.js';
import { formOf } from '../../src/query/export/form.js';

/** Fields of one CSV text; `undefined` for one that is empty and not quoted. As RFC 4180 has it, read by a plain machine. */
function readCsv(text: string): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const found = field.exec(text);
    if (!found) throw new Error(`not CSV: ${text}`);
    const [, quoted, plain, end] = found;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? undefined : plain));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a row as CSV', () => {
  it('given any texts, then a reader finds them again, and none begins a formula', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('=1+1', '+44 20', '-', '@a', '\ta', '\ra', '"', 'a\r\nb', ''),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const columns = texts.map((_, index) => `c${index}`);
        const row = Object.fromEntries(texts.map((value, index) => [`c${index}`, value]));
        const [head, line] = readCsv(csvHead(columns) + csvLine(columns, row));
        expect(head).toEqual(columns);
        expect(line).toEqual(
          texts.map((value) => (/^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value)),
        );
      }),
    );
  });

  it('given null, numbers, times, lists and objects, then each has its form', () => {
    const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const row = { a: null, b: -1.5, c: true, d: new Date(0), e: ['x', 'y'], f: { k: 'v' }, g: '' };
    expect(csvLine(columns, row)).toBe(
      ',-1.5,true,1970-01-01T00:00:00.000Z,"[""x"",""y""]","{""k"":""v""}",""\r\n',
    );
  });
});

describe('the form of an answer', () => {
  it.each([
    [undefined, undefined, 'json'],
    [undefined, '*/*', 'json'],
    [undefined, 'text/csv', 'csv'],
    [undefined, 'application/x-ndjson, application/json;q=0.5', 'ndjson'],
    [undefined, 'text/csv;q=0.1, application/json', 'json'],
    [undefined, 'text/html, image/png', 'json'],
    ['csv', 'application/json', 'csv'],
    ['json', 'text/csv', 'json'],
  ])('given format %s and Accept %s, then it is %s', (format, accept, form) => {
    expect(formOf(format, accept)).toEqual({ form, errors: [] });
  });

  it('given a format that there is none of, then it is refused', () => {
    expect(formOf('xml', undefined).errors).toMatchObject([{ attr: 'format' }]);
  });
});
