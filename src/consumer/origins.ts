import { formatPositions, parsePositions } from '../event/index.js';
import type { RecordHeaders, TopicRecord } from './port.js';

/** Where in the log an event comes from. */
export interface Origin {
  readonly partition: number;
  readonly sequence: number;
}

/** `<partition>/<sequence>`: the router writes it on every record. */
export const ORIGIN_HEADER = 'headrace-origin';

/**
 * The newest origin of each source partition, in one partition of a topic.
 *
 * The router writes events of one source partition in sequence, so what is not newer than the newest was there before.
 * A partition of a topic may carry several source partitions, so each has a place of its own.
 */
export class Origins {
  readonly #newest: Map<number, number>;

  constructor(newest: Iterable<readonly [partition: number, sequence: number]> = []) {
    this.#newest = new Map(newest);
  }

  /** Reads {@link format}; anything else is as good as nothing: then events may be handled again, and none is lost. */
  static parse(text: string): Origins {
    return new Origins(parsePositions(text)?.map(({ partition, sequence }) => [partition, sequence]));
  }

  isRepeat({ partition, sequence }: Origin): boolean {
    return sequence <= (this.#newest.get(partition) ?? 0);
  }

  note({ partition, sequence }: Origin): void {
    if (sequence > (this.#newest.get(partition) ?? 0)) this.#newest.set(partition, sequence);
  }

  copy(): Origins {
    return new Origins(this.#newest);
  }

  /** @param bytesMax brokers take only so much; what does not fit is left out. */
  format(bytesMax = Number.POSITIVE_INFINITY): string {
    const positions = Array.from(this.#newest, ([partition, sequence]) => ({ partition, sequence }));
    const text = formatPositions(positions);
    if (text.length <= bytesMax) return text;
    return text.slice(0, Math.max(0, text.lastIndexOf(',', bytesMax)));
  }
}

/** `undefined` where a record does not say: then a repeat cannot be told from news. */
export function originOf(record: TopicRecord): Origin | undefined {
  const text = headerText(record.headers, ORIGIN_HEADER);
  if (text === undefined) return undefined;
  const slash = text.indexOf('/');
  const partition = Number(text.slice(0, slash));
  const sequence = Number(text.slice(slash + 1));
  const valid =
    slash > 0 && Number.isSafeInteger(partition) && Number.isSafeInteger(sequence) && sequence > 0;
  return valid ? { partition, sequence } : undefined;
}

export function headerText(headers: RecordHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const single = Array.isArray(value) ? value[0] : value;
  return single === undefined ? undefined : single.toString();
}
