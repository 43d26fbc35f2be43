import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { s3ObjectStore } from '../../src/adapters/objectstore/s3.js';
import { objectStoreContract } from './contract.js';
import { S3Server } from './s3-server.js';

const { signal } = new AbortController();

objectStoreContract('an S3 bucket', async () => {
  const server = await S3Server.start();
  return {
    store: await server.store(),
    withoutBucket: await server.store({ bucket: 'gone' }),
    put: (key) => server.put(key),
    close: () => server.stop(),
  };
});

describe('given an object store that does not answer as it should', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await S3Server.start();
    await server.put('one/a.pdf');
  });
  afterAll(() => server.stop());

  test('when the key is wrong, then that is said, and no document is missing', async () => {
    const credentials = { accessKeyId: 'nobody', secretAccessKey: 'wrong' };
    const store = await server.store({ credentials });
    await expect(store.exists('one', '/a.pdf', signal)).rejects.toThrow('denies access to bucket documents');
  });

  test('when it is silent, then the question ends in time, and later it is answered', async () => {
    const store = await server.store({ timeoutMs: 100 });
    expect(await store.exists('one', '/a.pdf', signal)).toBe(true);
    await server.program.signal('SIGSTOP');
    try {
      await expect(store.exists('one', '/a.pdf', signal)).rejects.toThrow('did not answer');
      const stopping = new AbortController();
      const asked = (await server.store()).exists('one', '/a.pdf', stopping.signal);
      stopping.abort(new Error('we stop'));
      await expect(asked).rejects.toThrow('we stop');
    } finally {
      await server.program.signal('SIGCONT');
    }
    expect(await store.exists('one', '/a.pdf', signal)).toBe(true);
  });

  test('when it is gone, then that is a fault', async () => {
    const store = await server.store();
    await server.program.signal('SIGKILL');
    await expect(store.exists('one', '/a.pdf', signal)).rejects.toThrow('did not answer');
  });
});

describe.each([
  [500, 'answered 500'],
  [503, 'answered 503'],
  [400, 'answered 400'],
  [301, 'answered 301'],
  [403, 'denies access'],
])('given an object store that answers %i', (status, message) => {
  let server: Server;
  let endpoint: string;
  beforeAll(async () => {
    server = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  test(`then the document is not missing: ${message}`, async () => {
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const store = await s3ObjectStore({ bucket: 'documents', endpoint, region: 'us-east-1', credentials });
    await expect(store.exists('one', '/a.pdf', signal)).rejects.toThrow(message);
    server.closeAllConnections();
  });
});
