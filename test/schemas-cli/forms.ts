import fc from 'fast-check';
import type { AvroField, AvroRecord, AvroType } from '../../src/catalogue/index.js';
import { type Fields, fieldForm, type RecordForm } from '../../src/cli/schemas/compatibility.js';

const SHAPE = 'shape.bill.Line';
const NAMES = ['a', 'b', 'c', 'lines', 'note'];
const primitives = ['string', 'long', 'double', 'boolean'];

const notation = (types: readonly string[]) =>
  fc.tuple(fc.constantFrom(...types), fc.boolean(), fc.boolean()).map(([type, list, optional]) => {
    const whole = list ? `[${type}]` : type;
    return optional ? `${whole}?` : whole;
  });

const fields = (types: readonly string[], minLength: number): fc.Arbitrary<Fields> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...NAMES), notation(types)), {
      selector: ([name]) => name,
      minLength,
    })
    .map((entries) => new Map(entries));

/** Records of few fields, some of which are of a shape. */
export const forms: fc.Arbitrary<RecordForm> = fc
  .tuple(fields([...primitives, SHAPE], 1), fields(primitives, 1))
  .map(([own, shape]) => ({ fields: own, shapes: new Map([[SHAPE, shape]]) }));

/** The same as Avro JSON, written by hand so that it owes nothing to the catalogue. */
export function avroOf({ fields: own, shapes }: RecordForm): AvroRecord {
  const written = new Set<string>();
  const fieldOf = ([name, text]: [string, string]): AvroField => {
    const { type, required } = fieldForm(text);
    return required ? { name, type: typeOf(type) } : { name, type: ['null', typeOf(type)], default: null };
  };
  const typeOf = (type: string): AvroType => {
    if (type.startsWith('[')) return { type: 'array', items: typeOf(type.slice(1, -1)) };
    const shape = shapes.get(type);
    if (!shape || written.has(type)) return type;
    written.add(type);
    return { type: 'record', name: type, fields: [...shape].map(fieldOf) };
  };
  return { type: 'record', name: 'bill.made_v1', fields: [...own].map(fieldOf) };
}
