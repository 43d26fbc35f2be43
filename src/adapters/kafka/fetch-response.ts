import kafkajs from 'kafkajs';
import { FetchedRecord, type RecordBatch } from './fetched-record.js';
import { WireReader } from './wire-reader.js';

/** What the client library expects of a fetch response of version 11. */
export interface FetchResponse {
  readonly throttleTime: number;
  readonly clientSideThrottleTime: number;
  readonly errorCode: number;
  readonly sessionId: number;
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly FetchedPartition[];
  }[];
}

interface FetchedPartition {
  readonly partition: number;
  readonly errorCode: number;
  readonly highWatermark: string;
  readonly lastStableOffset: string;
  readonly lastStartOffset: string;
  readonly abortedTransactions: readonly { readonly producerId: string; readonly firstOffset: string }[];
  readonly preferredReadReplica: number;
  readonly messages: readonly FetchedRecord[];
}

interface Codec {
  decompress(buffer: Buffer): Promise<Buffer>;
}

/** Offset and length of a batch. */
const BATCH_HEAD_BYTES = 12;
/** Smallest whole batch: its head and what is before its records. */
const BATCH_BYTES = 61;
/** Where within a batch its format is told: the same place in all of them. */
const MAGIC_AT = 16;
const MAGIC = 2;

const CODEC_MASK = 0x07;
const APPEND_TIME = 0x08;
const TRANSACTIONAL = 0x10;
const CONTROL = 0x20;

/** @returns undefined where something in it is in a format from before Kafka 0.11 */
export async function decodeFetch(raw: Buffer): Promise<FetchResponse | undefined> {
  const reader = new WireReader(raw);
  const clientSideThrottleTime = reader.int32();
  const errorCode = reader.int16();
  const sessionId = reader.int32();
  const sets: Promise<readonly FetchedRecord[] | undefined>[] = [];
  const topics = reader.array(() => ({
    topicName: text(reader),
    partitions: reader.array(() => {
      const partition = readPartition(reader);
      sets.push(readSet(reader));
      return partition;
    }),
  }));
  const decoded = await Promise.all(sets);
  if (decoded.includes(undefined)) return undefined;
  const messages = decoded.values();
  const responses = topics.map(({ topicName, partitions }) => ({
    topicName,
    partitions: partitions.map((partition) => ({ ...partition, messages: messages.next().value ?? [] })),
  }));
  // The broker has not waited: it is for the client to do so.
  return { throttleTime: 0, clientSideThrottleTime, errorCode, sessionId, responses };
}

function text(reader: WireReader): string {
  const length = reader.int16();
  const start = reader.at;
  reader.at += length;
  return reader.bytes.toString('utf8', start, reader.at);
}

function readPartition(reader: WireReader): Omit<FetchedPartition, 'messages'> {
  return {
    partition: reader.int32(),
    errorCode: reader.int16(),
    highWatermark: `${reader.int64()}`,
    lastStableOffset: `${reader.int64()}`,
    lastStartOffset: `${reader.int64()}`,
    abortedTransactions: reader.array(() => ({
      producerId: `${reader.int64()}`,
      firstOffset: `${reader.int64()}`,
    })),
    preferredReadReplica: reader.int32(),
  };
}

/** Passes the batches of one partition. The last may be cut off: the broker fills up what was asked for. */
function readSet(reader: WireReader): Promise<readonly FetchedRecord[] | undefined> {
  const length = Math.max(0, reader.int32());
  const set = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return decodeBatches(set);
}

async function decodeBatches(set: Buffer): Promise<readonly FetchedRecord[] | undefined> {
  const records: FetchedRecord[] = [];
  const reader = new WireReader(set);
  while (reader.at + BATCH_BYTES <= set.length) {
    if (set[reader.at + MAGIC_AT] !== MAGIC) return undefined;
    const end = reader.at + BATCH_HEAD_BYTES + set.readInt32BE(reader.at + 8);
    if (end > set.length) break;
    await decodeBatch(reader, end, records);
    reader.at = end;
  }
  return records;
}

async function decodeBatch(reader: WireReader, end: number, records: FetchedRecord[]): Promise<void> {
  const firstOffset = Number(reader.int64());
  // Length, epoch of the leader, format, checksum.
  reader.at += 4 + 4 + 1 + 4;
  const attributes = reader.int16();
  // Offset of the last record, from the first.
  reader.at += 4;
  const firstTimestamp = Number(reader.int64());
  const maxTimestamp = Number(reader.int64());
  const producerId = `${reader.int64()}`;
  // The producer's epoch and sequence.
  reader.at += 2 + 4;
  const batch: RecordBatch = {
    firstOffset,
    firstTimestamp,
    appendTimestamp: (attributes & APPEND_TIME) !== 0 ? maxTimestamp : undefined,
    isControlBatch: (attributes & CONTROL) !== 0,
    producerId,
    inTransaction: (attributes & TRANSACTIONAL) !== 0,
  };
  const count = reader.int32();
  const plain = await decompressed(attributes & CODEC_MASK, reader, end);
  for (let i = 0; i < count; i++) records.push(new FetchedRecord(plain, batch));
}

async function decompressed(codec: number, reader: WireReader, end: number): Promise<WireReader> {
  const codecs: Readonly<Record<number, () => Codec>> = kafkajs.CompressionCodecs;
  const known = codecs[codec];
  if (!known) return reader;
  return new WireReader(await known().decompress(reader.bytes.subarray(reader.at, end)));
}
