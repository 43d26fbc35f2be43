import type { KafkaMessage } from 'kafkajs';
import type { InboundHeader, InboundRecord } from '../../intake/inbound/index.js';

/** A message as it came, without a look at what it says. */
export function toInboundRecord(topic: string, partition: number, message: KafkaMessage): InboundRecord {
  return {
    topic,
    partition,
    offset: Number(message.offset),
    timestampMs: Number(message.timestamp),
    key: message.key,
    headers: Object.entries(message.headers ?? {}).flatMap(([name, value]) => headersOf(name, value)),
    value: message.value,
  };
}

type HeaderValue = NonNullable<KafkaMessage['headers']>[string];

/** One header, or several of one name. The library has null where the producer has; its types do not say so. */
function headersOf(name: string, value: HeaderValue | null): InboundHeader[] {
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => [name, typeof one === 'string' ? Buffer.from(one) : (one ?? null)]);
}
