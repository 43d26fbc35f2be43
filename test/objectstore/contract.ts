import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ObjectStore } from '../../src/importer/index.js';

/** A bucket of a store under test. */
export interface BucketUnderTest {
  readonly store: ObjectStore;
  /** The same kind of store, whose bucket is not there. */
  readonly withoutBucket: ObjectStore;
  /** Stores an object, by root location and path as one key without a leading slash. */
  put(key: string): Promise<void>;
  close(): Promise<void>;
}

/** What every object store keeps, and the importer relies on. */
export function objectStoreContract(kind: string, open: () => Promise<BucketUnderTest>): void {
  describe(`given ${kind} with the root locations one and two`, () => {
    let bucket: BucketUnderTest;
    const { signal } = new AbortController();
    beforeAll(async () => {
      bucket = await open();
      for (const key of [
        'one/sub/contract.pdf',
        'one/a%2fb ü.pdf',
        'one/a+b&c=d?e#f.pdf',
        'one/Straße – 合同 😀.pdf',
        'two/other.pdf',
        'one-more/other.pdf',
        'outside.pdf',
      ])
        await bucket.put(key);
    });
    afterAll(() => bucket.close());

    test.each([
      ['/sub/contract.pdf', true],
      ['/a%2fb ü.pdf', true],
      ['/a+b&c=d?e#f.pdf', true],
      ['/Straße – 合同 😀.pdf', true],
      // The same letter, written as two characters, is another name.
      ['/a%2fb u\u0308.pdf', false],
      ['/a/b ü.pdf', false],
      ['/SUB/contract.pdf', false],
      ['/missing.pdf', false],
      ['/sub', false],
      ['/', false],
      ['', false],
      ['sub/contract.pdf', false],
      ['-more/other.pdf', false],
      ['//sub/contract.pdf', false],
      ['/sub//contract.pdf', false],
      ['/sub/contract.pdf/', false],
      ['/sub/contract.pdf/more', false],
      ['/./sub/contract.pdf', false],
      ['/sub/../sub/contract.pdf', false],
      ['/../two/other.pdf', false],
      ['/../outside.pdf', false],
      ['/%2e%2e/outside.pdf', false],
      ['/..%2foutside.pdf', false],
      ['/..\\outside.pdf', false],
      ['/sub/contract.pdf\0', false],
      ['/sub/contract.pdf\0.txt', false],
      [`/${'x'.repeat(2_000)}`, false],
    ])('then %j is there: %s', async (path, there) => {
      expect(await bucket.store.exists('one', path, signal)).toBe(there);
    });

    test.each(['..', '../..', 'one/..', 'none', 'one/../two', '.', 'one/./sub'])(
      'then nothing is there below the root location %s',
      async (root) => {
        for (const path of ['/outside.pdf', '/other.pdf', '/contract.pdf', '/one/sub/contract.pdf']) {
          expect(await bucket.store.exists(root, path, signal), path).toBe(false);
        }
      },
    );

    test('when the bucket is gone, then that is a fault and no answer', async () => {
      await expect(bucket.withoutBucket.exists('one', '/sub/contract.pdf', signal)).rejects.toThrow();
    });

    test('when the question is called off, then it rejects with the reason', async () => {
      const aborted = AbortSignal.abort(new Error('too late'));
      await expect(bucket.store.exists('one', '/sub/contract.pdf', aborted)).rejects.toThrow('too late');
    });
  });
}
