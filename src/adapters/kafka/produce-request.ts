import { createRequire } from 'node:module';
import type { Message } from 'kafkajs';
import { WireWriter } from './wire-writer.js';

/** What the client library's producer asks for in a produce request of version 3 or newer. */
export interface ProduceRequest {
  readonly acks: number;
  readonly timeout: number;
  readonly transactionalId?: string | null;
  /** An integer of 64 bits, as whatever says it in digits. */
  readonly producerId?: { toString(): string };
  readonly producerEpoch?: number;
  readonly topicData: readonly {
    readonly topic: string;
    readonly partitions: readonly PartitionRecords[];
  }[];
}

interface PartitionRecords {
  readonly partition: number;
  /** Of the first record, of an idempotent producer. */
  readonly firstSequence?: number;
  readonly messages: readonly Message[];
}

const crc32c: (bytes: Uint8Array) => number = createRequire(import.meta.url)(
  'kafkajs/src/protocol/recordBatch/crc32C',
);

const NO_PRODUCER_ID = -1;
const MAGIC = 2;
const TRANSACTIONAL = 0x10;
/** Headers and framing of a record of ours take less. */
const OVERHEAD_BYTES = 1_024;

/**
 * The body of a produce request whose records are not compressed, in one buffer.
 *
 * https://kafka.apache.org/documentation/#recordbatch
 */
export function encodeProduce(request: ProduceRequest): Buffer {
  const writer = new WireWriter(expectedBytes(request));
  writer.string16(request.transactionalId ?? null);
  writer.int16(request.acks);
  writer.int32(request.timeout);
  writer.int32(request.topicData.length);
  for (const { topic, partitions } of request.topicData) {
    writer.string16(topic);
    writer.int32(partitions.length);
    for (const records of partitions) {
      writer.int32(records.partition);
      const at = openInt32(writer);
      writeBatch(writer, request, records);
      closeLength(writer, at);
    }
  }
  return writer.bytes;
}

function expectedBytes({ topicData }: ProduceRequest): number {
  let bytes = OVERHEAD_BYTES;
  for (const { partitions } of topicData) {
    for (const { messages } of partitions) {
      for (const { value } of messages) bytes += OVERHEAD_BYTES + (value?.length ?? 0);
    }
  }
  return bytes;
}

function writeBatch(
  writer: WireWriter,
  { transactionalId, producerId = NO_PRODUCER_ID, producerEpoch = 0 }: ProduceRequest,
  { firstSequence = 0, messages }: PartitionRecords,
): void {
  const now = Date.now();
  const timestamps = messages.map(({ timestamp }) => (timestamp ? Number(timestamp) : now));
  const firstTimestamp = timestamps.reduce((one, other) => Math.min(one, other), timestamps[0] ?? now);
  const maxTimestamp = timestamps.reduce((one, other) => Math.max(one, other), firstTimestamp);
  // The broker sets the first offset, and the epoch of the partition's leader.
  writer.int64(0n);
  const lengthAt = openInt32(writer);
  writer.int32(0);
  writer.int8(MAGIC);
  const checksumAt = openInt32(writer);
  const checkedFrom = writer.at;
  writer.int16(transactionalId ? TRANSACTIONAL : 0);
  writer.int32(messages.length - 1);
  writer.int64(BigInt(firstTimestamp));
  writer.int64(BigInt(maxTimestamp));
  writer.int64(BigInt(producerId.toString()));
  writer.int16(producerEpoch);
  writer.int32(firstSequence);
  writer.int32(messages.length);
  messages.forEach((message, i) => {
    writeRecord(writer, message, i, (timestamps[i] ?? now) - firstTimestamp);
  });
  writer.uint32At(checksumAt, crc32c(writer.bytes.subarray(checkedFrom)));
  closeLength(writer, lengthAt);
}

function writeRecord(
  writer: WireWriter,
  { key = null, value, headers = {} }: Message,
  offsetDelta: number,
  timestampDelta: number,
): void {
  const start = writer.at;
  writer.int8(0);
  writer.varint(timestampDelta);
  writer.varint(offsetDelta);
  writer.varintBytes(key);
  writer.varintBytes(value);
  const names = Object.keys(headers);
  let count = 0;
  for (const name of names) count += Array.isArray(headers[name]) ? headers[name].length : 1;
  writer.varint(count);
  for (const name of names) {
    const values = headers[name];
    if (Array.isArray(values)) for (const one of values) writeHeader(writer, name, one);
    else writeHeader(writer, name, values ?? null);
  }
  writer.varintLengthAt(start);
}

function writeHeader(writer: WireWriter, name: string, value: Buffer | string | null): void {
  writer.varintBytes(name);
  writer.varintBytes(value);
}

function openInt32(writer: WireWriter): number {
  const { at } = writer;
  writer.int32(0);
  return at;
}

/** The length of what stands behind it. */
function closeLength(writer: WireWriter, at: number): void {
  writer.int32At(at, writer.at - at - 4);
}
