import { DataFault } from '../../errors.js';
import type { EventToAppend } from '../../event/index.js';
import { admit, PAYLOAD_BYTES_MAX, type PublishedTypes, publishedKey } from '../cloud-events/admission.js';
import { readAttributes } from '../cloud-events/attributes.js';
import type { InboundRecord, SchemaMeaning } from './port.js';
import { readHeaders } from './read-headers.js';

/** Confluent's wire format: a zero, the schema's id in four bytes, Avro. */
const MAGIC = 0;
const FRAME_BYTES = 5;

/** What ids stand for; asked for only where {@link schemaIdOf} gave one. */
export type Meanings = (schemaId: number) => SchemaMeaning | DataFault | undefined;

/** The id of the schema a record says it is written in; `undefined` where it is not in Confluent's wire format. */
export function schemaIdOf({ value }: InboundRecord): number | undefined {
  return value && value.length >= FRAME_BYTES && value[0] === MAGIC ? value.readInt32BE(1) : undefined;
}

/**
 * The event a record stands for. Payloads in the catalogue's own schema are decoded to prove them valid, and journaled as
 * they came.
 *
 * @throws DataFault for everything that can be wrong with a record, with the reason it is parked for
 */
export function readRecord(
  catalogue: PublishedTypes,
  meanings: Meanings,
  record: InboundRecord,
): EventToAppend {
  const { value } = record;
  if (value === null) throw new DataFault('no_value', 'the record has no value');
  if (value.length > PAYLOAD_BYTES_MAX + FRAME_BYTES) {
    throw new DataFault('too_large', `${value.length} bytes, at most ${PAYLOAD_BYTES_MAX} are taken`);
  }
  const attributes = attributesOf(record);
  const { type, version, organisation } = attributes;
  refuseUnadmitted(catalogue, type, version);
  const recode = recodeOf(meanings, record, type, version);
  const framed = value.subarray(FRAME_BYTES);
  const payload = recode ? recode(framed) : framed;
  const data = catalogue.decode(type, version, payload);
  return {
    envelope: { ...attributes, key: publishedKey(catalogue, type, version, data, organisation) },
    payload,
  };
}

function attributesOf({ headers }: InboundRecord) {
  const read = readAttributes(readHeaders(headers));
  if (read.outcome === 'valid') return read.attributes;
  const detail = read.faults.map((fault) => `${fault.attribute}: ${fault.detail}`).join('; ');
  const missing = read.faults.some(({ code }) => code === 'required');
  const reserved = read.faults.some(({ code }) => code === 'reserved_source');
  throw new DataFault(
    reserved ? 'reserved_source' : missing ? 'missing_header' : 'invalid_header',
    `headers: ${detail}`,
  );
}

function refuseUnadmitted({ types }: PublishedTypes, type: string, version: string): void {
  const admission = admit(types, type, version);
  if (admission === 'admitted') return;
  const detail = {
    reserved_type: 'only this installation says this',
    unknown_type: 'is not in the catalogue',
    unknown_version: `has no version ${version}`,
  }[admission];
  throw new DataFault(admission, `${type}: ${detail}`);
}

function recodeOf(meanings: Meanings, record: InboundRecord, type: string, version: string) {
  const id = schemaIdOf(record);
  if (id === undefined) {
    throw new DataFault('not_framed', `the value does not begin with a zero and a schema id of four bytes`);
  }
  const meaning = meanings(id);
  if (meaning instanceof DataFault) throw meaning;
  if (!meaning) throw new DataFault('unknown_schema', `schema ${id} is none of the catalogue`);
  if (meaning.type !== type || meaning.version !== version) {
    const said = `the headers say ${type} ${version}`;
    throw new DataFault('schema_mismatch', `schema ${id} is ${meaning.type} ${meaning.version}, ${said}`);
  }
  return meaning.recode;
}
