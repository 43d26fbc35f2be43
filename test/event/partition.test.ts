import { createRequire } from 'node:module';
import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { murmur2, partitionOf } from '../../src/event/index.js';

const require = createRequire(import.meta.url);
/** The Kafka client's own hash, which is that of the Java client. */
const kafkaMurmur2: (
  key: string | Buffer,
) => number = require('kafkajs/src/producer/partitioners/default/murmur2.js');
const choosePartition = Partitioners.DefaultPartitioner();

const anyKey = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
);

describe('murmur2', () => {
  it('given any key, then it is what the Kafka client computes', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(murmur2(Buffer.from(key, 'utf8'))).toBe(kafkaMurmur2(key) | 0);
      }),
      { numRuns: 2000 },
    );
  });

  it('given any bytes, then it is what the Kafka client computes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const key = Buffer.from(bytes);
        expect(murmur2(key)).toBe(kafkaMurmur2(key) | 0);
      }),
      { numRuns: 2000 },
    );
  });

  // From UtilsTest.testMurmur2 of Apache Kafka.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('of %s is %d, as in Java', (key, expected) => {
    expect(murmur2(Buffer.from(key))).toBe(expected);
  });
});

describe('the partition of a key', () => {
  it('given any key and count, then it is the one the default partitioner chooses', () => {
    fc.assert(
      fc.property(anyKey, fc.integer({ min: 1, max: 100 }), (key, count) => {
        const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
          partitionId,
          partitionErrorCode: 0,
          leader: 1,
          replicas: [1],
          isr: [1],
        }));
        const message = { key, value: null };
        expect(partitionOf(key, count)).toBe(choosePartition({ topic: 'any', partitionMetadata, message }));
      }),
      { numRuns: 2000 },
    );
  });

  it('given many keys, then every partition gets its share', () => {
    const counts = new Array<number>(12).fill(0);
    for (let i = 0; i < 12_000; i++) {
      const partition = partitionOf(`A-${i.toString(36)}`, 12);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(800);
  });
});
