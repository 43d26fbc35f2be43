import { createRequire } from 'node:module';
import type { FetchResponse } from '../../src/adapters/kafka/fetch-response.js';

/** What a broker answers to a fetch, put together by the client library's own encoder. */

interface Encoder {
  readonly buffer: Buffer;
  writeInt8(value: number): Encoder;
  writeInt16(value: number): Encoder;
  writeInt32(value: number): Encoder;
  writeInt64(value: number): Encoder;
  writeString(value: string): Encoder;
  writeBytes(value: Buffer): Encoder;
}

interface EncodedRecord {
  readonly offsetDelta: number;
  readonly timestampDelta: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer | Buffer[]>>;
}

const require = createRequire(import.meta.url);
const ofLibrary = (path: string) => require(`kafkajs/src/protocol/${path}`);
const newEncoder = (): Encoder => new (ofLibrary('encoder.js'))();
const encodeRecord: (record: EncodedRecord) => unknown = ofLibrary('recordBatch/record/v0/index.js');
const { RecordBatch: encodeBatch } = ofLibrary('recordBatch/v0/index.js');
const v11: { decode(raw: Buffer): Promise<FetchResponse> } = ofLibrary('requests/fetch/v11/response.js');

/** Taken before anybody replaces it. */
export const decodeByLibrary = v11.decode;
/** As the library's consumers decode what they fetched. */
export const decodeAsConsumers = (raw: Buffer): Promise<FetchResponse> => v11.decode(raw);

export interface TestBatch {
  readonly firstOffset: number;
  readonly firstTimestamp: number;
  readonly maxTimestamp: number;
  readonly producerId: number;
  /** One of the library's `CompressionTypes`. */
  readonly compression: number;
  readonly transactional: boolean;
  readonly isControl: boolean;
  readonly isAppendTime: boolean;
  readonly records: readonly EncodedRecord[];
}

export interface TestPartition {
  readonly partition: number;
  readonly batches: readonly TestBatch[];
  readonly aborted: readonly { readonly producerId: number; readonly firstOffset: number }[];
  /** Bytes that the broker has left out at the end of the last batch, of several: the first always comes whole. */
  readonly cutOff: number;
}

/** Behind offset, length, epoch, format and checksum. */
const ATTRIBUTES_AT = 21;
const APPEND_TIME = 0x08;
const CONTROL = 0x20;

async function batchBytes({ records, isControl, isAppendTime, ...batch }: TestBatch): Promise<Buffer> {
  const encoded: Encoder = await encodeBatch({ ...batch, records: records.map(encodeRecord) });
  const bytes = Buffer.from(encoded.buffer);
  const attributes = bytes.readInt16BE(ATTRIBUTES_AT) & ~APPEND_TIME;
  bytes.writeInt16BE(
    attributes | (isAppendTime ? APPEND_TIME : 0) | (isControl ? CONTROL : 0),
    ATTRIBUTES_AT,
  );
  return bytes;
}

export async function fetchBytes(partitions: readonly TestPartition[]): Promise<Buffer> {
  const response = newEncoder()
    // Throttle time, error, session, topics.
    .writeInt32(3)
    .writeInt16(0)
    .writeInt32(17)
    .writeInt32(1)
    .writeString('a.topic')
    .writeInt32(partitions.length);
  for (const { partition, batches, aborted, cutOff } of partitions) {
    response.writeInt32(partition).writeInt16(0).writeInt64(1_000).writeInt64(999).writeInt64(-1);
    response.writeInt32(aborted.length);
    for (const { producerId, firstOffset } of aborted)
      response.writeInt64(producerId).writeInt64(firstOffset);
    const sets = await Promise.all(batches.map(batchBytes));
    const left = sets.length > 1 ? Math.min(cutOff, sets.at(-1)?.length ?? 0) : 0;
    const set = Buffer.concat(sets);
    response.writeInt32(-1).writeBytes(set.subarray(0, set.length - left));
  }
  return Buffer.from(response.buffer);
}
