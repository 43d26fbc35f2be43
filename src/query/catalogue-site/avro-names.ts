import type { AvroRecord, AvroType } from '../../catalogue/index.js';

/** The same schema with the full names of records parted into namespace and name, as AsyncAPI wants them. */
export function partNames(record: AvroRecord): AvroRecord {
  const dot = record.name.lastIndexOf('.');
  return {
    ...record,
    ...(dot > 0 && { namespace: record.name.slice(0, dot) }),
    name: record.name.slice(dot + 1),
    fields: record.fields.map((field) => ({ ...field, type: partType(field.type) })),
  };
}

function partType(type: AvroType): AvroType {
  if (typeof type === 'string') return type;
  if ('fields' in type) return partNames(type);
  if ('items' in type) return { type: 'array', items: partType(type.items) };
  return 'logicalType' in type ? type : ['null', partType(type[1])];
}
