import avro, { type Schema } from 'avsc';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brokenRule, diffFields, fieldForm, type RecordForm } from '../../src/cli/schemas/compatibility.js';
import { brokenSetRule, diffSets, type SchemaSet } from '../../src/cli/schemas/compatibility-sets.js';
import { avroOf, forms } from './forms.js';

const compatible = (before: RecordForm, after: RecordForm): boolean =>
  diffFields(before, after).every((change) => brokenRule(change) === undefined);

const form = (
  fields: Record<string, string>,
  shape: Record<string, string> = { id: 'long' },
): RecordForm => ({
  fields: new Map(Object.entries(fields)),
  shapes: new Map([['shape.bill.Line', new Map(Object.entries(shape))]]),
});

describe('the laws of a difference', () => {
  test('given any schema, when compared with itself, then nothing differs', () => {
    fc.assert(
      fc.property(forms, (one) => {
        expect(diffFields(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  test('given any two schemas, then they are compatible one way if and only if they are the other way', () => {
    fc.assert(
      fc.property(forms, forms, (a, b) => {
        expect(compatible(a, b)).toBe(compatible(b, a));
        expect(diffFields(a, b)).toHaveLength(diffFields(b, a).length);
      }),
    );
  });

  test('given any two schemas, then the verdict is that of Avro’s own resolution, both ways', () => {
    let [yes, no] = [0, 0];
    const agree = (a: RecordForm, b: RecordForm) => {
      const verdict = compatible(a, b);
      if (verdict) yes++;
      else no++;
      expect(verdict).toBe(reads(a, b) && reads(b, a));
    };
    fc.assert(fc.property(forms, forms, agree));
    fc.assert(
      fc.property(forms, mutations, (before, mutate) => agree(before, mutate(before).after)),
      { numRuns: 300 },
    );
    // Random pairs alone would seldom be compatible: then the law would say little.
    expect(Math.min(yes, no)).toBeGreaterThan(50);
  });

  test('given any schema, when one thing is changed, then that change alone is found, with its rule', () => {
    fc.assert(
      fc.property(forms, mutations, (before, mutate) => {
        const { after, kind, field, rule } = mutate(before);
        const found = diffFields(before, after);
        expect(found.map((change) => [change.kind, change.field, brokenRule(change)])).toEqual([
          [kind, field, rule],
        ]);
      }),
    );
  });
});

describe('single changes', () => {
  test.each([
    [
      'a shape in a list gains a required field',
      form({ l: '[shape.bill.Line]?' }),
      form({ l: '[shape.bill.Line]?' }, { id: 'long', at: 'string' }),
      'l.at',
      'added_without_default',
    ],
    [
      'a long becomes a double, which can be promoted one way only',
      form({ a: 'long' }),
      form({ a: 'double' }),
      'a',
      'type_changed',
    ],
    [
      'text becomes untyped JSON, which Avro takes for text',
      form({ a: 'string' }),
      form({ a: 'json' }),
      'a',
      'type_changed',
    ],
    ['a value becomes a list', form({ a: 'long' }), form({ a: '[long]' }), 'a', 'type_changed'],
    [
      'a field has a name that objects have of their own',
      form({ a: 'long' }),
      form({ a: 'long', constructor: 'long' }),
      'constructor',
      'added_without_default',
    ],
    [
      'a required field becomes optional',
      form({ a: 'long' }),
      form({ a: 'long?' }),
      'a',
      'requirement_changed',
    ],
    ['type and requirement change', form({ a: 'long' }), form({ a: 'string?' }), 'a', 'type_changed'],
  ])('given %s, then the field and the rule are named', (_what, before, after, field, rule) => {
    const found = diffFields(before, after);
    expect(found.map((change) => [change.field, brokenRule(change)])).toEqual([[field, rule]]);
  });

  test('given the same fields in another order, then it is told, and is compatible', () => {
    const found = diffFields(form({ a: 'long', b: 'long' }), form({ b: 'long', a: 'long' }));
    expect(found).toEqual([{ kind: 'fields_reordered', field: '' }]);
    expect(found.map(brokenRule)).toEqual([undefined]);
  });
});

describe('sets of schemas', () => {
  const set = (types: Record<string, Record<string, Record<string, string>>>): SchemaSet => ({
    shapes: new Map(),
    types: new Map(
      Object.entries(types).map(([type, versions]) => [
        type,
        new Map(Object.entries(versions).map(([version, own]) => [version, new Map(Object.entries(own))])),
      ]),
    ),
  });

  test('given new types and versions, then they are free; given removed ones, then they break a rule', () => {
    const small = set({ made: { v1: { a: 'long' } } });
    const large = set({ made: { v1: { a: 'long' }, v2: { b: 'long' } }, sent: { v1: {} } });
    const judged = (before: SchemaSet, after: SchemaSet) =>
      diffSets(before, after).map((change) => [change.type, change.version, brokenSetRule(change)]);
    expect(judged(small, large)).toEqual([
      ['made', 'v2', undefined],
      ['sent', undefined, undefined],
    ]);
    expect(judged(large, small)).toEqual([
      ['made', 'v2', 'version_removed'],
      ['sent', undefined, 'type_removed'],
    ]);
  });
});

function reads(reader: RecordForm, writer: RecordForm): boolean {
  const compile = (one: RecordForm) => {
    const schema: Schema = JSON.parse(JSON.stringify(avroOf(one)));
    return avro.Type.forSchema(schema, { wrapUnions: 'never' });
  };
  try {
    compile(reader).createResolver(compile(writer));
    return true;
  } catch {
    return false;
  }
}

interface Mutated {
  readonly after: RecordForm;
  readonly kind: string;
  readonly field: string;
  readonly rule: string | undefined;
}

/** One change of one field of the outermost record, and what must be said of it. */
const mutations: fc.Arbitrary<(before: RecordForm) => Mutated> = fc
  .record({
    what: fc.constantFrom('add', 'remove', 'type', 'requirement'),
    at: fc.nat(),
    optional: fc.boolean(),
  })
  .map(({ what, at, optional }) => (before) => {
    const entries = [...before.fields];
    const [name, text] = entries[at % entries.length] ?? ['', ''];
    const { type, required } = fieldForm(text);
    const others = entries.filter(([other]) => other !== name);
    const put = (notation: string) =>
      new Map(entries.map(([key, old]) => [key, key === name ? notation : old]));
    const after = (fields: ReadonlyMap<string, string>) => ({ ...before, fields });
    switch (what) {
      case 'add':
        return {
          after: after(new Map([...entries, ['brand_new', optional ? 'long?' : 'long']])),
          kind: 'field_added',
          field: 'brand_new',
          rule: optional ? undefined : 'added_without_default',
        };
      case 'remove':
        return {
          after: after(new Map(others)),
          kind: 'field_removed',
          field: name,
          rule: required ? 'removed_without_default' : undefined,
        };
      case 'type':
        return {
          after: after(put(`[${type}]${required ? '' : '?'}`)),
          kind: 'field_changed',
          field: name,
          rule: 'type_changed',
        };
      default:
        return {
          after: after(put(required ? `${type}?` : type)),
          kind: 'field_changed',
          field: name,
          rule: 'requirement_changed',
        };
    }
  });
