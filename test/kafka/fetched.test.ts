import fc from 'fast-check';
import { CompressionTypes, type KafkaMessage } from 'kafkajs';
import { beforeAll, describe, expect, it } from 'vitest';
import { AttributeReader } from '../../src/adapters/kafka/attributes.js';
import { knowAllCodecs } from '../../src/adapters/kafka/codecs.js';
import { decodeFetch, type FetchResponse } from '../../src/adapters/kafka/fetch-response.js';
import { FetchedRecord } from '../../src/adapters/kafka/fetched-record.js';
import { fetchLean } from '../../src/adapters/kafka/lean-fetch.js';
import { decodeAsConsumers, decodeByLibrary, fetchBytes, type TestBatch } from './fetches.js';

const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
/** The library takes what every object has, such as `toString`, for a header that is there already. */
const name = fc
  .oneof(fc.constantFrom('ce_id', 'ce_type', 'ce_source'), fc.string({ unit: 'grapheme', maxLength: 20 }))
  .filter((text) => !(text in {}));
const record = fc.record({
  offsetDelta: fc.nat(100_000),
  timestampDelta: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
  key: fc.option(bytes),
  value: fc.option(bytes),
  headers: fc.dictionary(name, fc.oneof(bytes, fc.array(bytes, { minLength: 1, maxLength: 3 })), {
    maxKeys: 12,
  }),
});
const batch: fc.Arbitrary<TestBatch> = fc.record({
  firstOffset: fc.nat({ max: 2 ** 50 }),
  firstTimestamp: fc.integer({ min: -1, max: 2 ** 43 }),
  maxTimestamp: fc.nat(2 ** 43),
  producerId: fc.integer({ min: -1 }),
  compression: fc.constantFrom(...Object.values(CompressionTypes).filter(Number.isInteger).map(Number)),
  transactional: fc.boolean(),
  isControl: fc.boolean(),
  isAppendTime: fc.boolean(),
  records: fc.array(record, { minLength: 1, maxLength: 5 }),
});
const partition = fc.record({
  partition: fc.nat(99),
  batches: fc.array(batch, { maxLength: 4 }),
  aborted: fc.array(fc.record({ producerId: fc.nat(), firstOffset: fc.nat() }), { maxLength: 2 }),
  cutOff: fc.oneof(fc.constant(0), fc.nat(100)),
});

/** All that the library and we look at. */
const told = (response: FetchResponse | undefined) => ({
  ...response,
  responses: response?.responses.map(({ topicName, partitions }) => ({
    topicName,
    partitions: partitions.map((one) => ({
      ...one,
      messages: one.messages.map((message) => ({
        offset: message.offset,
        timestamp: message.timestamp,
        attributes: message.attributes,
        key: message.key,
        value: message.value,
        headers: message.headers,
        isControlRecord: message.isControlRecord,
        producerId: message.batchContext.producerId,
        inTransaction: message.batchContext.inTransaction,
      })),
    })),
  })),
});

const records = (response: FetchResponse | undefined) =>
  response?.responses.flatMap(({ partitions }) => partitions.flatMap(({ messages }) => messages)) ?? [];

beforeAll(knowAllCodecs);

describe('records as fetched', () => {
  it('given any answer to a fetch, then it says what the client library reads in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(partition, { maxLength: 3 }), async (partitions) => {
        const raw = await fetchBytes(partitions);
        expect(told(await decodeFetch(raw))).toEqual(told(await decodeByLibrary(raw)));
      }),
      { numRuns: 150 },
    );
  });

  it('given one attribute reader for all, then of each record it tells that record’s first values', async () => {
    const reader = new AttributeReader(['ce_type'], ['ce_id', 'ce_sequence']);
    const texts = (message: KafkaMessage) => {
      reader.read(message);
      return [reader.text('ce_id'), reader.text('ce_type'), reader.text('ce_sequence')];
    };
    await fc.assert(
      fc.asyncProperty(fc.array(partition, { maxLength: 3 }), async (partitions) => {
        const raw = await fetchBytes(partitions);
        const [ours, library] = [await decodeFetch(raw), await decodeByLibrary(raw)].map(records);
        expect(ours?.map(texts)).toEqual(library?.map(texts));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['17', 17],
    ['0', 0],
    ['', Number.NaN],
    ['1x', Number.NaN],
    ['-1', Number.NaN],
    [undefined, Number.NaN],
  ])(
    'given the digits %o, then they are the number %o, also where the library has read the record',
    async (digits, number) => {
      const headers = digits === undefined ? {} : { ce_sequence: Buffer.from(digits) };
      const raw = await fetchBytes([plain(headers)]);
      const reader = new AttributeReader([], ['ce_sequence']);
      for (const response of [await decodeFetch(raw), await decodeByLibrary(raw)]) {
        const [message] = records(response);
        expect(message && reader.read(message).digits('ce_sequence')).toBe(number);
      }
    },
  );

  it.each(['__proto__', 'constructor'])('given a header %s, then it is one like any other', async (odd) => {
    const raw = await fetchBytes([plain(Object.fromEntries([[odd, Buffer.from('v')]]))]);
    const [message] = records(await decodeFetch(raw));
    expect(Object.entries(message?.headers ?? {})).toEqual([[odd, Buffer.from('v')]]);
  });

  it('given a batch in a format from before Kafka 0.11, then the answer is left to the library', async () => {
    const raw = await fetchBytes([plain({})]);
    raw[raw.indexOf('a.topic') + 'a.topic'.length + PARTITION_HEAD_BYTES + MAGIC_AT] = 1;
    expect(await decodeFetch(raw)).toBeUndefined();
  });

  it('given a record that ends behind its batch, then it is an error and nothing is made up', async () => {
    const raw = await fetchBytes([plain({})]);
    const lengthAt = raw.indexOf('a.topic') + 'a.topic'.length + PARTITION_HEAD_BYTES + BATCH_HEAD_BYTES;
    raw[lengthAt] = 0x7e;
    await expect(decodeFetch(raw)).rejects.toThrow('cut off');
  });

  it('once told to, the client library’s consumers read records so', async () => {
    const raw = await fetchBytes([plain({})]);
    expect(records(await decodeAsConsumers(raw))[0]).not.toBeInstanceOf(FetchedRecord);
    fetchLean();
    fetchLean();
    expect(records(await decodeAsConsumers(raw))[0]).toBeInstanceOf(FetchedRecord);
  });
});

/** Number of partitions, and of one partition what stands before its batches. */
const PARTITION_HEAD_BYTES = 4 + 4 + 2 + 8 * 3 + 4 + 4 + 4;
const MAGIC_AT = 16;
const BATCH_HEAD_BYTES = 61;

const plain = (headers: Readonly<Record<string, Buffer>>) => ({
  partition: 0,
  aborted: [],
  cutOff: 0,
  batches: [
    {
      firstOffset: 5,
      firstTimestamp: 1,
      maxTimestamp: 1,
      producerId: -1,
      compression: CompressionTypes.None,
      transactional: false,
      isControl: false,
      isAppendTime: false,
      records: [{ offsetDelta: 0, timestampDelta: 0, key: null, value: Buffer.from('v'), headers }],
    },
  ],
});
