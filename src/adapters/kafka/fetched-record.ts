import type { IHeaders } from 'kafkajs';
import { WireReader } from './wire-reader.js';

/** What the records of one batch have in common. The client library itself looks at the last two. */
export interface RecordBatch {
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  /** Of all its records, where the broker has given them theirs. */
  readonly appendTimestamp: number | undefined;
  readonly isControlBatch: boolean;
  readonly producerId: string;
  readonly inTransaction: boolean;
}

/**
 * A record as the client library hands it over, read where somebody asks: it keeps places in the bytes that were fetched.
 * The library makes some thirty objects of a record of ours, and copies its headers once for each of them.
 */
export class FetchedRecord {
  readonly bytes: Buffer;
  readonly batchContext: RecordBatch;
  readonly attributes: number;
  /** Places in the bytes; a length of -1 says null. */
  readonly #keyAt: number;
  readonly #keyLength: number;
  readonly #valueAt: number;
  readonly #valueLength: number;
  readonly headersAt: number;
  #headers: IHeaders | undefined;
  /** As {@link offset} and {@link timestamp}, which the library has as texts. */
  readonly offsetNumber: number;
  readonly timestampMs: number;

  /** Reads one, and leaves the reader behind it. @throws Error where it is longer than what was fetched */
  constructor(reader: WireReader, batch: RecordBatch) {
    const length = reader.varint();
    const end = reader.at + length;
    if (length < 0 || end > reader.bytes.length) throw new Error('a record is cut off within its batch');
    this.bytes = reader.bytes;
    this.batchContext = batch;
    this.attributes = reader.int8();
    const timestamp = batch.firstTimestamp + reader.varlong();
    this.timestampMs = batch.appendTimestamp ?? timestamp;
    this.offsetNumber = batch.firstOffset + reader.varint();
    this.#keyLength = reader.varint();
    this.#keyAt = reader.at;
    reader.at += Math.max(0, this.#keyLength);
    this.#valueLength = reader.varint();
    this.#valueAt = reader.at;
    this.headersAt = reader.at + Math.max(0, this.#valueLength);
    reader.at = end;
  }

  get offset(): string {
    return String(this.offsetNumber);
  }

  get timestamp(): string {
    return String(this.timestampMs);
  }

  get key(): Buffer | null {
    return slice(this.bytes, this.#keyAt, this.#keyLength);
  }

  get value(): Buffer | null {
    return slice(this.bytes, this.#valueAt, this.#valueLength);
  }

  get headers(): IHeaders {
    this.#headers ??= readHeaders(this.bytes, this.headersAt);
    return this.#headers;
  }

  get isControlRecord(): boolean {
    return this.batchContext.isControlBatch;
  }
}

/** One that is there several times has all its values in a list. */
function readHeaders(bytes: Buffer, at: number): IHeaders {
  const reader = new WireReader(bytes, at);
  const headers = new Map<string, (Buffer | null)[]>();
  for (let left = reader.varint(); left > 0 && reader.at < bytes.length; left--) {
    const name = takeBytes(reader)?.toString() ?? 'null';
    const value = takeBytes(reader);
    const before = headers.get(name);
    if (before) before.push(value);
    else headers.set(name, [value]);
  }
  const entries = Array.from(headers, ([name, values]) => [name, values.length === 1 ? values[0] : values]);
  // The library's type does not know that a value may be null.
  return Object.fromEntries(entries) as IHeaders;
}

function takeBytes(reader: WireReader): Buffer | null {
  const length = reader.varint();
  const taken = slice(reader.bytes, reader.at, length);
  reader.at += Math.max(0, length);
  return taken;
}

const slice = (bytes: Buffer, at: number, length: number): Buffer | null =>
  length < 0 ? null : bytes.subarray(at, at + length);
