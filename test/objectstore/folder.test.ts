import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { folderObjectStore } from '../../src/adapters/objectstore/folder.js';
import { testFolder } from '../support/folder.js';

const signal = new AbortController().signal;
let bucket: string;
beforeAll(() => {
  const folder = testFolder();
  bucket = join(folder, 'bucket');
  for (const root of ['one', 'two']) mkdirSync(join(bucket, root, 'sub'), { recursive: true });
  writeFileSync(join(bucket, 'one', 'sub', 'contract.pdf'), '');
  writeFileSync(join(bucket, 'one', 'a%2fb ü.pdf'), '');
  writeFileSync(join(bucket, 'two', 'other.pdf'), '');
  writeFileSync(join(folder, 'outside.pdf'), '');
  symlinkSync(join(bucket, 'two'), join(bucket, 'one', 'to-two'));
  symlinkSync(join(folder, 'outside.pdf'), join(bucket, 'one', 'outside.pdf'));
  symlinkSync(join(bucket, 'one', 'sub'), join(bucket, 'one', 'alias'));
  symlinkSync('loop', join(bucket, 'one', 'loop'));
  symlinkSync(folder, join(bucket, 'escape'));
});

describe('given a folder as bucket and /one as root location', () => {
  test.each([
    ['/sub/contract.pdf', true],
    ['/a%2fb ü.pdf', true],
    ['/alias/contract.pdf', true],
    ['/missing.pdf', false],
    ['/sub', false],
    ['/', false],
    ['/sub/contract.pdf/', false],
    ['/sub/contract.pdf/more', false],
    ['/../two/other.pdf', false],
    ['/../../outside.pdf', false],
    ['/to-two/other.pdf', false],
    ['/outside.pdf', false],
    ['/loop', false],
    [`/${'x'.repeat(300)}`, false],
    ['/sub/contract.pdf\0', false],
  ])('then %j is there: %s', async (path, there) => {
    expect(await folderObjectStore(bucket).exists('/one', path, signal)).toBe(there);
  });

  test.each(['/escape', '/..', '/../..', '/none'])(
    'then nothing is there below the root location %s',
    async (root) => {
      const found = await Promise.all(
        ['/outside.pdf', '/bucket/one/sub/contract.pdf'].map((path) =>
          folderObjectStore(bucket).exists(root, path, signal),
        ),
      );
      expect(found).toEqual([false, false]);
    },
  );
});

test('given a bucket that is gone, then that is a fault and no answer', async () => {
  await expect(folderObjectStore(join(bucket, 'gone')).exists('/one', '/a', signal)).rejects.toThrow(
    'ENOENT',
  );
});

test('given an aborted signal, then it rejects with its reason', async () => {
  const aborted = AbortSignal.abort(new Error('too late'));
  await expect(folderObjectStore(bucket).exists('/one', '/a', aborted)).rejects.toThrow('too late');
});
