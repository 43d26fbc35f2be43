import type { KafkaMessage, Message } from 'kafkajs';
import type { Origin, RoutedRecord } from '../../router/port.js';
import { headerText } from './attributes.js';
import { toMessage } from './record.js';

/** Where a record comes from: `<partition of the log>/<sequence>`. */
const ORIGIN = 'headrace-origin';
/** The form that was asked for, and why the record does not have it. */
const NOT_CONVERTED = 'headrace-not-converted';

const ORIGIN_PATTERN = /^(\d{1,5})\/(\d{1,15})$/;

/**
 * An event as a record of a routed topic: like one of the log, with its origin. Where the route writes another form or
 * under another key, the headers say that form and that key.
 */
export function toRoutedMessage(routed: RoutedRecord, schemaId: number): Message {
  const { event, key, partition, version, payload, notConverted } = routed;
  const message = toMessage({ ...event, envelope: { ...event.envelope, key, version }, payload }, schemaId);
  return {
    ...message,
    partition,
    headers: {
      ...message.headers,
      [ORIGIN]: `${event.partition}/${event.sequence}`,
      ...(notConverted !== undefined && { [NOT_CONVERTED]: notConverted }),
    },
  };
}

/** Where a record comes from. @returns undefined for one that no router has written */
export function originOf(topic: string, partition: number, message: KafkaMessage): Origin | undefined {
  const headers = message.headers ?? {};
  const found = ORIGIN_PATTERN.exec(headerText(headers, ORIGIN) ?? '');
  const id = headerText(headers, 'ce_id');
  if (!found || id === null) return undefined;
  return { topic, partition, source: { partition: Number(found[1]), sequence: Number(found[2]) }, id };
}
