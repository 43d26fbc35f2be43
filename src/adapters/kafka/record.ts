import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { Envelope, RecordedEvent } from '../../event/index.js';
import { AttributeReader } from './attributes.js';
import { FetchedRecord } from './fetched-record.js';

/**
 * Events as records of `headrace.events`: CloudEvents 1.0 in Kafka's binary mode. Attributes are headers, what is not
 * known is left out; the value is the payload in Confluent's wire format (a zero, the schema's id in four bytes, Avro);
 * the record's timestamp is when the event was journaled.
 *
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/bindings/kafka-protocol-binding.md
 */
const SPEC_VERSION = '1.0';
const FRAME_BYTES = 5;

/** A record that we cannot have written: nothing behind it can be trusted. */
export class ForeignRecordError extends Error {
  override readonly name = 'ForeignRecordError';
}

/** An event as a record, its partition set explicitly. */
export function toMessage(event: RecordedEvent, schemaId: number): Message {
  const { envelope, partition } = event;
  const headers: IHeaders = {
    ce_specversion: SPEC_VERSION,
    ce_id: envelope.id,
    ce_source: envelope.source,
    ce_type: envelope.type,
    ce_payloadversion: envelope.version,
    ce_time: envelope.time,
    ce_partitionkey: envelope.key,
    ce_sequence: `${event.sequence}`,
  };
  if (envelope.subject !== null) headers['ce_subject'] = envelope.subject;
  if (envelope.importSupplier !== null) headers['ce_importsupplier'] = envelope.importSupplier;
  if (envelope.organisation !== null) headers['ce_organisation'] = envelope.organisation;
  if (envelope.causationId !== null) headers['ce_causationid'] = envelope.causationId;
  if (envelope.correlationId !== null) headers['ce_correlationid'] = envelope.correlationId;
  if (envelope.traceparent !== null) headers['traceparent'] = envelope.traceparent;
  return {
    key: envelope.key,
    value: frame(schemaId, event.payload),
    partition,
    timestamp: `${event.appendedAt}`,
    headers,
  };
}

/** A record as the event it was made of, its place, and the id of the schema its payload is written in. */
export interface ReadRecord {
  readonly offset: number;
  readonly sequence: number;
  readonly event: RecordedEvent;
  readonly schemaId: number;
}

/** Headers with few values, whose texts are kept. */
const REPEATING = [
  'ce_source',
  'ce_type',
  'ce_payloadversion',
  'ce_importsupplier',
  'ce_organisation',
] as const;
const OTHERS = [
  'ce_id',
  'ce_time',
  'ce_subject',
  'ce_partitionkey',
  'ce_sequence',
  'ce_causationid',
  'ce_correlationid',
  'traceparent',
] as const;

const attributes = new AttributeReader(REPEATING, OTHERS);

/** @throws ForeignRecordError for a record that {@link toMessage} cannot have made */
export function fromMessage(partition: number, message: KafkaMessage): ReadRecord {
  const { value } = message;
  if (value === null || value.length < FRAME_BYTES || value[0] !== 0) {
    throw new ForeignRecordError(`${place(partition, message)}: the value is not in Confluent's wire format`);
  }
  attributes.read(message);
  const envelope: Envelope = {
    id: requiredText(partition, message, 'ce_id'),
    source: requiredText(partition, message, 'ce_source'),
    type: requiredText(partition, message, 'ce_type'),
    version: requiredText(partition, message, 'ce_payloadversion'),
    time: requiredText(partition, message, 'ce_time'),
    subject: attributes.text('ce_subject'),
    key: requiredText(partition, message, 'ce_partitionkey'),
    importSupplier: attributes.text('ce_importsupplier'),
    organisation: attributes.text('ce_organisation'),
    causationId: attributes.text('ce_causationid'),
    correlationId: attributes.text('ce_correlationid'),
    traceparent: attributes.text('traceparent'),
  };
  const sequence = readSequence(partition, message);
  const payload = value.subarray(FRAME_BYTES);
  // As text they cost more than the rest of this.
  const isFetched = message instanceof FetchedRecord;
  const offset = isFetched ? message.offsetNumber : Number(message.offset);
  const appendedAt = isFetched ? message.timestampMs : Number(message.timestamp);
  return {
    offset,
    sequence,
    event: { envelope, payload, partition, sequence, appendedAt },
    schemaId: value.readUInt32BE(1),
  };
}

/** @throws ForeignRecordError where the record carries no sequence */
export function sequenceOf(partition: number, message: KafkaMessage): number {
  attributes.read(message);
  return readSequence(partition, message);
}

/** @throws ForeignRecordError where the record carries no id */
export function idOf(partition: number, message: KafkaMessage): string {
  attributes.read(message);
  return requiredText(partition, message, 'ce_id');
}

/** @param message the one whose attributes were read */
function requiredText(
  partition: number,
  message: KafkaMessage,
  name: (typeof REPEATING | typeof OTHERS)[number],
): string {
  const text = attributes.text(name);
  if (text === null) throw new ForeignRecordError(`${place(partition, message)}: no header ${name}`);
  return text;
}

/** @param message the one whose attributes were read */
function readSequence(partition: number, message: KafkaMessage): number {
  const sequence = attributes.digits('ce_sequence');
  if (Number.isSafeInteger(sequence) && sequence > 0) return sequence;
  throw new ForeignRecordError(`${place(partition, message)}: no header ce_sequence with a sequence`);
}

function frame(schemaId: number, payload: Buffer): Buffer {
  const value = Buffer.allocUnsafe(FRAME_BYTES + payload.length);
  value[0] = 0;
  value.writeUInt32BE(schemaId, 1);
  payload.copy(value, FRAME_BYTES);
  return value;
}

const place = (partition: number, message: KafkaMessage) =>
  `partition ${partition}, offset ${message.offset} of the log`;
