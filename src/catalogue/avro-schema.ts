import type { Field, FieldType, Shape } from './model.js';

/** A record's Avro schema as JSON, complete in itself: a shape is written out where it is first used. */
export interface AvroRecord {
  readonly type: 'record';
  readonly name: string;
  readonly doc?: string;
  readonly fields: readonly AvroField[];
  readonly [extra: string]: unknown;
}

export interface AvroField {
  readonly name: string;
  readonly type: AvroType;
  readonly default?: null;
  readonly doc?: string;
}

export type AvroType =
  | string
  | readonly ['null', AvroType]
  | { readonly type: 'array'; readonly items: AvroType }
  | { readonly type: 'string'; readonly logicalType: 'json' }
  | AvroRecord;

/** All of a record's schema but its fields. */
type RecordHead = Pick<AvroRecord, 'type' | 'name' | 'doc'> & Readonly<Record<string, unknown>>;

/** Builds the schema of a record. */
export function avroRecord(head: RecordHead, fields: readonly Field[]): AvroRecord {
  const written = new Set<string>();
  return { ...head, fields: fields.map((field) => avroField(field, written)) };
}

/** The schema of a shape by itself. */
export function shapeRecord({ recordName, doc, name, fields }: Shape): AvroRecord {
  return avroRecord({ type: 'record', name: recordName, doc, shape: name }, fields);
}

function avroField({ name, type, required, doc }: Field, written: Set<string>): AvroField {
  const avro = avroType(type, written);
  return required ? { name, type: avro, doc } : { name, type: ['null', avro], default: null, doc };
}

function avroType(type: FieldType, written: Set<string>): AvroType {
  switch (type.kind) {
    case 'json':
      return { type: 'string', logicalType: 'json' };
    case 'array':
      return { type: 'array', items: avroType(type.items, written) };
    case 'record':
      return avroShape(type.shape, written);
    default:
      return type.kind;
  }
}

function avroShape(shape: Shape, written: Set<string>): AvroType {
  if (written.has(shape.recordName)) return shape.recordName;
  written.add(shape.recordName);
  return {
    type: 'record',
    name: shape.recordName,
    doc: shape.doc,
    shape: shape.name,
    fields: shape.fields.map((field) => avroField(field, written)),
  };
}
