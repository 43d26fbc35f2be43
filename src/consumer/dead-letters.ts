import { textOf } from './faults.js';
import type { LetterBox, OutgoingRecord, Partition, TopicRecord } from './port.js';
import { DEAD_REASON_HEADER, type PoisonReason } from './read-record.js';

/** A record that could not be handled, as it was, and why. */
export interface DeadLetter extends Partition {
  readonly offset: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  /** As on the topic. */
  readonly headers: OutgoingRecord['headers'];
  readonly reason: PoisonReason | 'handler_failed';
  readonly detail: string;
  /** How often the handler was called. */
  readonly attempts: number;
}

/** Takes dead letters; resolves when they are safe. */
export type DeadLetterSink = (letter: DeadLetter) => Promise<void>;

/** Enough to see what happened; a header is no place for a stack. */
const DETAIL_CHARACTERS = 1_000;
/** Kafka's longest name of a topic. */
const TOPIC_CHARACTERS = 249;

/** @throws TypeError where Kafka takes no such name */
export function deadLetterTopic(topic: string, group: string): string {
  const name = `${topic}.${group}.dead`.replaceAll(/[^\w.-]/g, '_');
  if (name.length > TOPIC_CHARACTERS) {
    throw new TypeError(`${name}: longer than the ${TOPIC_CHARACTERS} characters a topic's name may have`);
  }
  return name;
}

/** Writes dead letters to `<topic>.<group>.dead`: key, value and headers as they were, and why in headers of our own. */
export function letterTopics(box: LetterBox, group: string): DeadLetterSink {
  return (letter) =>
    box.send(deadLetterTopic(letter.topic, group), {
      key: letter.key,
      value: letter.value,
      headers: {
        ...letter.headers,
        [DEAD_REASON_HEADER]: letter.reason,
        'headrace-dead-detail': letter.detail,
        'headrace-dead-attempts': `${letter.attempts}`,
        'headrace-dead-group': group,
        'headrace-dead-topic': letter.topic,
        'headrace-dead-partition': `${letter.partition}`,
        'headrace-dead-offset': letter.offset,
      },
    });
}

export function deadLetter(
  partition: Partition,
  record: TopicRecord,
  why: { readonly reason: DeadLetter['reason']; readonly error: unknown; readonly attempts: number },
): DeadLetter {
  const headers: Record<string, Buffer | string | (Buffer | string)[]> = {};
  for (const [name, value] of Object.entries(record.headers ?? {}))
    if (value !== undefined) headers[name] = value;
  const { offset, key, value } = record;
  const detail = textOf(why.error).slice(0, DETAIL_CHARACTERS);
  return { ...partition, offset, key, value, headers, reason: why.reason, detail, attempts: why.attempts };
}
