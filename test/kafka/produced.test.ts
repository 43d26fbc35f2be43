import { createRequire } from 'node:module';
import fc from 'fast-check';
import { CompressionTypes, type Message } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { produceLean } from '../../src/adapters/kafka/lean-produce.js';
import { encodeProduce, type ProduceRequest } from '../../src/adapters/kafka/produce-request.js';

interface Protocol {
  readonly request: { encode(): Promise<{ readonly buffer: Buffer }> };
}

type Options = ProduceRequest & { readonly compression?: number };

const produce: { protocol(version: { version: number }): (options: Options) => Protocol } = createRequire(
  import.meta.url,
)('kafkajs/src/protocol/requests/produce/index.js');

/** As the library's producers write it. */
const asProducers = async (options: Options, version = 7) =>
  (await produce.protocol({ version })(options).request.encode()).buffer;

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
const text = fc.string({ unit: 'grapheme', maxLength: 80 });
const value = fc.oneof(bytes, text);
/** The library compares timestamps as texts: of as many digits, they have the same order as numbers. */
const timestamp = fc.integer({ min: 10 ** 12, max: 10 ** 13 - 1 }).map(String);
const message = fc.record(
  {
    key: fc.option(value),
    value: fc.option(value),
    timestamp,
    headers: fc.dictionary(text, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 14 }),
  },
  { requiredKeys: ['value', 'timestamp'] },
);
const request = fc.record(
  {
    acks: fc.constantFrom(-1, 0, 1),
    timeout: fc.nat(),
    transactionalId: fc.option(text),
    producerId: fc.bigInt({ min: -1n, max: 2n ** 63n - 1n }).map(String),
    producerEpoch: fc.nat(2 ** 15 - 1),
    topicData: fc.array(
      fc.record({
        topic: text,
        partitions: fc.array(
          fc.record(
            {
              partition: fc.nat(),
              firstSequence: fc.nat(),
              messages: fc.array(message, { minLength: 1, maxLength: 5 }),
            },
            { requiredKeys: ['partition', 'messages'] },
          ),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['acks', 'timeout', 'topicData'] },
);

const one = (...messages: Message[]): ProduceRequest => ({
  acks: -1,
  timeout: 30_000,
  topicData: [{ topic: 'a.topic', partitions: [{ partition: 3, messages }] }],
});

/** Ours first: once it is put in the library's place, there is nothing to compare with. */
describe('records as produced', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22) }));
  afterAll(() => void vi.useRealTimers());

  it('given any request, then it has the bytes that the client library gives it', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (options) => {
        expect(encodeProduce(options).equals(await asProducers(options))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['no timestamp', one({ value: 'v' }, { value: 'w' })],
    [
      'years between the records',
      one({ value: 'v', timestamp: `${10 ** 12}` }, { value: 'w', timestamp: `${4 * 10 ** 12}` }),
    ],
    ['a record of two megabytes', one({ value: Buffer.alloc(2 ** 21, 7), key: 'k'.repeat(70_000) })],
    ['a tombstone without key', one({ key: null, value: null })],
  ])('given %s, then it has the bytes that the client library gives it', async (_, options) => {
    expect(encodeProduce(options).equals(await asProducers(options))).toBe(true);
  });

  it('given timestamps with fewer digits than others, then the first is the least: the library takes the text', () => {
    const encoded = encodeProduce(one({ value: 'v', timestamp: '900' }, { value: 'w', timestamp: '1000' }));
    const [first, max] = [encoded.readBigInt64BE(TIMESTAMPS_AT), encoded.readBigInt64BE(TIMESTAMPS_AT + 8)];
    expect([first, max]).toEqual([900n, 1_000n]);
  });

  it('once told to, the client library’s producers write so; compressed, and to older brokers, as ever', async () => {
    const odd = one({ value: 'v', timestamp: '900' }, { value: 'w', timestamp: '1000' });
    const before = await asProducers(odd);
    const zipped = await asProducers({ ...odd, compression: CompressionTypes.GZIP });
    expect(before.equals(encodeProduce(odd))).toBe(false);
    produceLean();
    produceLean();
    expect((await asProducers(odd)).equals(encodeProduce(odd))).toBe(true);
    expect((await asProducers(odd, 6)).equals(before)).toBe(true);
    expect((await asProducers({ ...odd, compression: CompressionTypes.GZIP })).equals(zipped)).toBe(true);
  });
});

/** Before them: nothing transactional, acks, time-out, one topic, one partition, and the head of a batch. */
const TIMESTAMPS_AT = 2 + 2 + 4 + 4 + (2 + 'a.topic'.length) + 4 + 4 + 4 + 27;
