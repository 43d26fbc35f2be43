import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { Envelope, RecordedEvent } from '../../event/index.js';

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

/** A record as the event it was made of, and the id of the schema its payload is written in. */
export interface ReadRecord {
  readonly event: RecordedEvent;
  readonly schemaId: number;
}

/** @throws ForeignRecordError for a record that {@link toMessage} cannot have made */
export function fromMessage(partition: number, message: KafkaMessage): ReadRecord {
  const { value } = message;
  const headers = message.headers ?? {};
  if (value === null || value.length < FRAME_BYTES || value[0] !== 0) {
    throw new ForeignRecordError(`${place(partition, message)}: the value is not in Confluent's wire format`);
  }
  const envelope: Envelope = {
    id: requiredText(partition, message, 'ce_id'),
    source: requiredText(partition, message, 'ce_source'),
    type: requiredText(partition, message, 'ce_type'),
    version: requiredText(partition, message, 'ce_payloadversion'),
    time: requiredText(partition, message, 'ce_time'),
    subject: headerText(headers, 'ce_subject'),
    key: requiredText(partition, message, 'ce_partitionkey'),
    importSupplier: headerText(headers, 'ce_importsupplier'),
    organisation: headerText(headers, 'ce_organisation'),
    causationId: headerText(headers, 'ce_causationid'),
    correlationId: headerText(headers, 'ce_correlationid'),
    traceparent: headerText(headers, 'traceparent'),
  };
  const sequence = sequenceOf(partition, message);
  const payload = value.subarray(FRAME_BYTES);
  return {
    event: { envelope, payload, partition, sequence, appendedAt: Number(message.timestamp) },
    schemaId: value.readUInt32BE(1),
  };
}

/** @throws ForeignRecordError where the record carries no sequence */
export function sequenceOf(partition: number, message: KafkaMessage): number {
  const sequence = digits(message.headers?.['ce_sequence']);
  if (Number.isSafeInteger(sequence) && sequence > 0) return sequence;
  throw new ForeignRecordError(`${place(partition, message)}: no header ce_sequence with a sequence`);
}

/** @throws ForeignRecordError where the record carries no id */
export function idOf(partition: number, message: KafkaMessage): string {
  return requiredText(partition, message, 'ce_id');
}

function requiredText(partition: number, message: KafkaMessage, name: string): string {
  const text = headerText(message.headers ?? {}, name);
  if (text === null) throw new ForeignRecordError(`${place(partition, message)}: no header ${name}`);
  return text;
}

const ZERO = 48;

/** The number that ASCII digits spell; NaN for anything else. Read from the bytes: it is needed of every record. */
function digits(value: IHeaders[string]): number {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return Number.NaN;
  let number = 0;
  for (const byte of bytes) {
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

export function headerText(headers: IHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  const single = Array.isArray(value) ? value[0] : value;
  return single === undefined ? null : single.toString();
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
