import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { confluentRegistry } from '../../src/adapters/registry/confluent.js';
import { RegistryRefused, RegistryUnavailable } from '../../src/adapters/registry/faults.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Something that answers where a registry should. @returns its address and what it was asked. */
async function answering(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: Partial<AddressInfo> = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, asked };
}

const quick = { schemas: [], timeoutMs: 200, attempts: 3, firstWaitMs: 5 };
const NOT_FOUND = JSON.stringify({ error_code: 40403, message: 'Schema not found' });

describe('answers that are no registry’s', () => {
  test.each<[string, RequestListener, RegExp]>([
    ['nothing', () => {}, /no answer within 200 ms/],
    [
      'half an answer, then nothing',
      (_, r) => r.writeHead(200, { 'content-length': 9 }).write('{'),
      /no answer within/,
    ],
    ['half an answer, then a cut', cutShort, /terminated|other side closed|socket/],
    ['a cut connection', (request) => request.socket.destroy(), /other side closed|socket|ECONNRESET/],
    ['503', (_, r) => r.writeHead(503).end('busy'), /status 503, busy/],
    ['a proxy’s 404', (_, r) => r.writeHead(404).end('<html>'), /status 404, <html>/],
    ['a proxy’s 400', (_, r) => r.writeHead(400).end('<html>'), /status 400/],
    ['200 without JSON', (_, r) => r.end('hello'), /status 200, hello/],
    ['too many requests', (_, r) => r.writeHead(429).end(NOT_FOUND), /status 429/],
  ])(
    'given %s, when an id is looked up, then the registry is unavailable after all attempts',
    async (_what, answer, reason) => {
      const { url, asked } = await answering(answer);
      const fault = await confluentRegistry({ ...quick, url })
        .schemaOf(7)
        .catch((error: unknown) => error);
      expect(fault).toBeInstanceOf(RegistryUnavailable);
      expect(fault).toMatchObject({ message: expect.stringMatching(reason) });
      expect(asked).toEqual(Array(3).fill('GET /schemas/ids/7'));
    },
  );

  test('given nobody listens, when an id is looked up, then the registry is unavailable', async () => {
    const { url } = await answering(() => {});
    for (const close of closing.splice(0)) close();
    const lookup = confluentRegistry({ ...quick, url }).schemaOf(7);
    await expect(lookup).rejects.toThrow(/ECONNREFUSED/);
    await expect(lookup).rejects.toBeInstanceOf(RegistryUnavailable);
  });

  test('given an answer that was cut short, when asked again, then it recovers', async () => {
    let cuts = 3;
    const { url } = await answering((request, response) => {
      if (cuts-- > 0) cutShort(request, response);
      else response.end(JSON.stringify({ schema: '"string"' }));
    });
    const registry = confluentRegistry({ ...quick, url });
    await expect(registry.schemaOf(7)).rejects.toBeInstanceOf(RegistryUnavailable);
    expect(await registry.schemaOf(7)).toEqual({ outcome: 'foreign', name: 'not an Avro record' });
  });
});

describe('answers of a registry', () => {
  test('given a busy moment, when an id is looked up, then it is asked again within the same call', async () => {
    let busy = 2;
    const { url, asked } = await answering((_, response) => {
      if (busy-- > 0) response.writeHead(503).end();
      else response.writeHead(404).end(NOT_FOUND);
    });
    expect(await confluentRegistry({ ...quick, url }).schemaOf(7)).toEqual({ outcome: 'unknown' });
    expect(asked).toHaveLength(3);
  });

  test('given wrong credentials, when an id is looked up, then it is refused at once: no message is to blame', async () => {
    const { url, asked } = await answering((_, r) =>
      r.writeHead(401).end('{"error_code":401,"message":"Unauthorized"}'),
    );
    const withUser = url.replace('//', '//us%40er:p%3Aw@');
    const lookup = confluentRegistry({ ...quick, url: `${withUser}/` }).schemaOf(7);
    await expect(lookup).rejects.toBeInstanceOf(RegistryRefused);
    await expect(lookup).rejects.toThrow(/^(?!.*p%3Aw).*Unauthorized \(401\)/);
    expect(asked).toEqual([`GET /schemas/ids/7 Basic ${Buffer.from('us@er:p:w').toString('base64')}`]);
  });

  test('given an unknown id, when looked up again, then the registry is not asked for a while, and then once more', async () => {
    const { url, asked } = await answering((_, response) => response.writeHead(404).end(NOT_FOUND));
    const registry = confluentRegistry({ ...quick, url, unknownForMs: 300 });
    await Promise.all([registry.schemaOf(7), registry.schemaOf(7), registry.schemaOf(7)]);
    await registry.schemaOf(7);
    expect(asked).toHaveLength(1);
    await registry.schemaOf(8);
    expect(asked).toHaveLength(2);
    await new Promise((resume) => setTimeout(resume, 320));
    expect(await registry.schemaOf(7)).toEqual({ outcome: 'unknown' });
    expect(asked).toHaveLength(3);
  });

  test('given a known id, when looked up again, then the registry is not asked', async () => {
    const { url, asked } = await answering((_, response) =>
      response.end(JSON.stringify({ schema: '"string"' })),
    );
    const registry = confluentRegistry({ ...quick, url });
    for (let i = 0; i < 3; i++) await registry.schemaOf(7);
    expect(asked).toHaveLength(1);
  });

  test('given Avro that does not compile, when looked up, then it is foreign, not a fault of the registry', async () => {
    const { url } = await answering((_, response) =>
      response.end(JSON.stringify({ schema: '{"type":"nonsense"}' })),
    );
    expect(await confluentRegistry({ ...quick, url }).schemaOf(7)).toMatchObject({ outcome: 'foreign' });
  });
});

function cutShort(...[request, response]: Parameters<RequestListener>): void {
  response.writeHead(200, { 'content-length': 9 });
  response.write('{', () => request.socket.destroy());
}
