import { expect, test } from 'vitest';
import { sharedBuffers } from '../../src/adapters/postgres/embedded-server.js';

const GIGABYTE = 2 ** 30;

test.each([
  [0.5, '128MB'],
  [4, '256MB'],
  [8.5, '544MB'],
  [64, '1024MB'],
])('given %d GB of memory, then the server keeps pages in %s', (gigabytes, setting) => {
  expect(sharedBuffers(gigabytes * GIGABYTE)).toBe(setting);
});
