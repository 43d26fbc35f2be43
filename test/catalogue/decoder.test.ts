import { describe, expect, it } from 'vitest';
import { type AvroRecord, loadCatalogue } from '../../src/catalogue/index.js';

const catalogue = await loadCatalogue();
const type = 'account.updated';
const own = catalogue.schema(type, 'v1');
const payload = {
  account_number: 'A-1',
  account_user_emails: ['x'],
  changes: { a: [1, { b: null }] },
  is_override: true,
};
const bytes = catalogue.encode(type, 'v1', payload);

function withFields(change: (fields: AvroRecord['fields']) => AvroRecord['fields']): AvroRecord {
  return { ...own, fields: change(own.fields) };
}

describe('given payloads written with another schema of the same type-version', () => {
  it('the same one, then they decode as ever', () => {
    expect(catalogue.decoderOf(type, 'v1', own)(bytes)).toEqual(payload);
  });

  it('one that had not yet an optional field, then it is null', () => {
    const older = withFields((fields) => fields.filter(({ name }) => name !== 'is_override'));
    const written = bytes.subarray(0, bytes.length - 2);
    expect(catalogue.decoderOf(type, 'v1', older)(written)).toEqual({ ...payload, is_override: null });
  });

  it('one that has an optional field more, then it is passed over, arrays too', () => {
    const tags = { name: 'tags', type: ['null', { type: 'array', items: 'string' }], default: null } as const;
    const newer = withFields((fields) => [tags, ...fields]);
    const decode = catalogue.decoderOf(type, 'v1', newer);
    const head = Buffer.from([2, 4, 2, 0x61, 2, 0x62, 0]);
    expect(decode(Buffer.concat([head, bytes]))).toEqual(payload);
    expect(decode(Buffer.concat([Buffer.of(0), bytes]))).toEqual(payload);
    const claim = Buffer.from([2, 0xfe, 0xff, 0xff, 0xff, 0xff, 0x7f, 2, 0x61]);
    expect(() => decode(Buffer.concat([claim, bytes]))).toThrow(
      expect.objectContaining({ reason: 'undecodable' }),
    );
  });

  it('one whose object is plain text, then the text is read as JSON', () => {
    const plain = withFields((fields) =>
      fields.map((field) => (field.name === 'changes' ? { name: 'changes', type: 'string' } : field)),
    );
    expect(catalogue.decoderOf(type, 'v1', plain)(bytes)).toEqual(payload);
  });

  it.each<[string, AvroRecord]>([
    ['lacks a required field', withFields((fields) => fields.slice(1))],
    ['has another type', withFields(([, ...rest]) => [{ name: 'account_number', type: 'long' }, ...rest])],
    [
      'has a type the catalogue does not know',
      withFields((fields) => [...fields, { name: 'x', type: 'bytes' }]),
    ],
    ['has another name', { ...own, name: 'account.other_v1' }],
  ])('one that %s, then no decoder is made', (_, schema) => {
    expect(() => catalogue.decoderOf(type, 'v1', schema)).toThrow(
      expect.objectContaining({ reason: 'undecodable' }),
    );
  });
});
