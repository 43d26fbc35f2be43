import type { IHeaders, KafkaMessage } from 'kafkajs';
import { FetchedRecord } from './fetched-record.js';
import { isSame, TextCache } from './text-cache.js';
import { WireReader } from './wire-reader.js';

const ZERO = '0'.charCodeAt(0);
const ABSENT = -1;
/** Records of others may have any number of headers. */
const LAYOUT_MOST = 100;

/** Reads certain headers of one record after the other; what is asked is of the record read last. */
export class AttributeReader<Name extends string> {
  readonly #places: ReadonlyMap<string, number>;
  /** Places before this one are of values that repeat. */
  readonly #repeating: number;
  /** The headers of the record before, one after the other: mostly they are those of the next. */
  readonly #layout: { readonly name: Uint8Array; readonly place: number }[] = [];
  readonly #texts = new TextCache();
  #bytes: Buffer = Buffer.alloc(0);
  /** By place: where the value is in the bytes. */
  readonly #starts: number[];
  readonly #ends: number[];
  /** Instead, where the client library has decoded the record itself. */
  #headers: IHeaders | undefined;

  /** @param repeating those of which many records have the same value: its text is kept */
  constructor(repeating: readonly Name[], others: readonly Name[]) {
    const names = [...repeating, ...others];
    this.#places = new Map(names.map((name, place) => [name, place]));
    this.#repeating = repeating.length;
    this.#starts = names.map(() => ABSENT);
    this.#ends = names.map(() => ABSENT);
  }

  read(message: KafkaMessage): this {
    if (message instanceof FetchedRecord) this.#find(message);
    else this.#headers = message.headers ?? {};
    return this;
  }

  #find({ bytes, headersAt }: FetchedRecord): void {
    this.#headers = undefined;
    this.#bytes = bytes;
    const [starts, ends, layout] = [this.#starts, this.#ends, this.#layout];
    for (let place = 0; place < starts.length; place++) starts[place] = ABSENT;
    const reader = new WireReader(bytes, headersAt);
    const count = reader.varint();
    for (let i = 0; i < count && reader.at < bytes.length; i++) {
      const nameLength = reader.varint();
      const start = reader.at;
      reader.at += Math.max(0, nameLength);
      let known = layout[i];
      if (known === undefined || !isSame(known.name, bytes, start, reader.at))
        known = this.#learn(i, bytes, start, reader.at);
      const { place } = known;
      const length = reader.varint();
      // Of one that is there several times the first counts.
      if (place >= 0 && length >= 0 && starts[place] === ABSENT) {
        starts[place] = reader.at;
        ends[place] = reader.at + length;
      }
      if (length > 0) reader.at += length;
    }
  }

  #learn(nth: number, bytes: Buffer, start: number, end: number) {
    const name = new Uint8Array(bytes.subarray(start, end));
    const place = this.#places.get(bytes.toString('utf8', start, end)) ?? ABSENT;
    const learnt = { name, place };
    if (nth < LAYOUT_MOST) this.#layout[nth] = learnt;
    return learnt;
  }

  /** `null` where the record does not have it. */
  text(name: Name): string | null {
    if (this.#headers) return headerText(this.#headers, name);
    const place = this.#places.get(name) ?? ABSENT;
    const start = this.#starts[place] ?? ABSENT;
    const end = this.#ends[place] ?? ABSENT;
    if (start === ABSENT) return null;
    return place < this.#repeating
      ? this.#texts.of(this.#bytes, start, end)
      : this.#bytes.toString('utf8', start, end);
  }

  /** The number that ASCII digits spell; NaN for anything else. */
  digits(name: Name): number {
    const place = this.#places.get(name) ?? ABSENT;
    if (!this.#headers) return digits(this.#bytes, this.#starts[place] ?? 0, this.#ends[place] ?? 0);
    const bytes = Buffer.from(headerText(this.#headers, name) ?? '');
    return digits(bytes, 0, bytes.length);
  }
}

/** The first value of a header. */
export function headerText(headers: IHeaders, name: string): string | null {
  const value = headers[name];
  const single = Array.isArray(value) ? value[0] : value;
  return single?.toString() ?? null;
}

function digits(bytes: Buffer, start: number, end: number): number {
  if (start < 0 || start === end) return Number.NaN;
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
