import { expect, test } from 'vitest';
import { sharedBuffers } from '../../src/adapters/postgres/embedded-server.js';

const GIGABYTE = 2 ** 30;

test.each([
  [0.5, '128MB'],
  [4, '512MB'],
  [8.5, '1088MB'],
  [64, '4096MB'],
])('given %d GB of memory, then the server keeps pages in %s', (gigabytes, setting) => {
  expect(sharedBuffers(gigabytes * GIGABYTE)).toBe(setting);
});
