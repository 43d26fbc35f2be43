import type { KafkaMessage } from 'kafkajs';
import type { InboundHeaders, InboundRecord } from '../../intake/inbound/index.js';

/** A message as it came, without a look at what it says. */
export function toInboundRecord(topic: string, partition: number, message: KafkaMessage): InboundRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestampMs: Number(message.timestamp),
    key: message.key,
    // What is read is bytes; the library's type has text as well, for what is sent.
    headers: (message.headers ?? {}) as InboundHeaders,
    value: message.value,
  };
}
