import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddedRegistry } from '../../src/adapters/registry/embedded.js';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { ByKey } from '../../src/consumer/by-key.js';
import { PartitionContext } from '../../src/consumer/context.js';
import { Decoders } from '../../src/consumer/decoders.js';
import { Place } from '../../src/consumer/place.js';
import type { TopicRecord, Turn } from '../../src/consumer/port.js';
import { RecordReader } from '../../src/consumer/read-record.js';
import { RETRY_DEFAULTS } from '../../src/consumer/trials.js';
import { catalogue, routed } from './support.js';

const decoders = new Decoders(embeddedRegistry(schemasOf(catalogue)), catalogue);
const TYPES = new Set(['agreement.revoked']);

function recordsOf(keys: readonly number[]): TopicRecord[] {
  return keys.map((key, i) => {
    const { headers, value } = routed({ origin: [0, i + 1] });
    return {
      offset: `${i}`,
      timestamp: '0',
      key: Buffer.from(`key-${key}`),
      value: Buffer.from(value ?? ''),
      ...(headers && { headers }),
    };
  });
}

describe('several keys of a partition at once', () => {
  it('given any keys and any failures, then events of a key are handled in order, each once, and the place never passes one that is not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 2, max: 5 }),
        // A turn that is over before it begins gets nowhere; a real one lasts some time.
        fc.array(fc.integer({ min: 2, max: 30 }), { minLength: 1, maxLength: 5 }),
        async (keys, failures, keysAtOnce, turns) => {
          const left = [...failures];
          const handled: number[] = [];
          const place = new Place(0);
          const context = new PartitionContext(
            { topic: 't', partition: 0 },
            {
              place,
              reader: new RecordReader({ topic: 't', partition: 0 }, TYPES, decoders),
              retry: { ...RETRY_DEFAULTS, attempts: 100, firstMs: 1, mostMs: 1 },
              deadLetters: async () => {},
              counts: { handled: 0, skipped: 0, repeated: 0, deadLetters: 0 },
              onFault: () => {},
            },
          );
          const handler = async ({ offset }: { offset: string }) => {
            const index = Number(offset);
            // Others get their turn in between, in an order of their own.
            for (let wait = index % 3; wait > 0; wait--) await Promise.resolve();
            const remaining = left[index] ?? 0;
            left[index] = remaining - 1;
            if (remaining > 0) throw new Error('on purpose');
            handled.push(index);
          };
          const reader = new ByKey(context, new Map([['agreement.revoked', handler]]), keysAtOnce);
          const records = recordsOf(keys);
          for (let take = 0; place.offset < records.length; take++) {
            if (take > 1_000) throw new Error('it does not get on');
            let steps = turns[take % turns.length] ?? 1;
            const turn: Turn = { over: () => steps-- <= 0, signal: new AbortController().signal };
            await reader.take(records.slice(place.offset), turn);
            expect(Array.from({ length: place.offset }, (_, i) => handled.includes(i))).not.toContain(false);
          }
          expect(handled.toSorted((a, b) => a - b)).toEqual(keys.map((_, i) => i));
          for (const key of new Set(keys)) {
            const own = handled.filter((index) => keys[index] === key);
            expect(own).toEqual(own.toSorted((a, b) => a - b));
          }
          expect(reader.progress()).toEqual({ offset: keys.length, note: `0:${keys.length}` });
        },
      ),
      { numRuns: 300 },
    );
  });
});
