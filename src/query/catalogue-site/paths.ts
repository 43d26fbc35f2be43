export const BASE = '/catalogue';

export const typePath = (type: string): string => `${BASE}/${encodeURIComponent(type)}`;
export const shapePath = (shape: string): string => `${BASE}/shapes/${encodeURIComponent(shape)}`;
/** Where the Avro schema of a record is. */
export const avscPath = (record: string): string => `${BASE}/${encodeURIComponent(record)}.avsc`;
