/**
 * In: the committed `schemas/`, payloads as objects, payloads as bare Avro.
 * Out: types and versions in order, bytes and objects, events upcast to their current form, partition keys.
 * Never: knows a registry, a topic or a table, guesses a value, or lets bad bytes do more than a `DataFault`.
 */
export { type AvroField, type AvroRecord, type AvroType, shapeRecord } from './avro-schema.js';
export { Catalogue } from './catalogue.js';
export type { Upcast, UpcastStep } from './define.js';
export {
  CatalogueError,
  type FaultReason,
  type FieldFault,
  type FieldFaultCode,
  PayloadFault,
} from './faults.js';
export { fieldAt, type KeyPart, type KeyRule } from './key.js';
export { loadCatalogue, schemasFolder } from './load.js';
export type { CurrentForm, Field, FieldType, Payload, Shape, TypeInfo, VersionInfo } from './model.js';
export type { PayloadInput, VersionOf } from './payload.js';
export { samplePayload } from './sample.js';
export { generateTypes } from './typescript.js';
export { viewNameOf } from './view-name.js';
