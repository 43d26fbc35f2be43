import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createServer, type ServerOptions } from '../../src/adapters/http/index.js';
import { RequestError } from '../../src/errors.js';
import { answerIn, sendRaw } from './raw.js';

let servers: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

const room: FastifyPluginAsync = async (server) => {
  server.post('/things/', { bodyLimit: 100 }, async () => ({ made: true }));
  server.get('/things/:name/', async (request) => request.params);
  server.delete('/things/:name/', async () => ({}));
  server.get('/bug/', async () => {
    throw new Error('password=hunter2');
  });
  server.get('/thrown/', async () => {
    throw 'a string';
  });
  server.get('/away/', async () => {
    throw new RequestError('service_unavailable');
  });
};

async function start(options: Partial<ServerOptions> = {}) {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const server = await createServer({ logger, plugins: [room], readiness: {}, ...options });
  servers.push(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? {} : JSON.parse(text),
    };
  };
  return { server, port, call, logged };
}

const json = { 'content-type': 'application/json' };

describe('given a request that fails', () => {
  test.each([
    ['/nowhere/', {}, 404, 'not_found'],
    ['/nowhere/', { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } }, 404, 'not_found'],
    ['/things/', { method: 'PUT' }, 405, 'method_not_allowed'],
    ['/things/a/', { method: 'POST', body: '{}', headers: json }, 405, 'method_not_allowed'],
    ['/things/', { method: 'POST', body: '{', headers: json }, 400, 'malformed_json'],
    ['/things/', { method: 'POST', body: '', headers: json }, 400, 'malformed_json'],
    [
      '/things/',
      { method: 'POST', body: 'x', headers: { 'content-type': 'image/png' } },
      415,
      'unsupported_media_type',
    ],
    ['/things/', { method: 'POST', body: `"${'x'.repeat(101)}"`, headers: json }, 413, 'body_too_large'],
    ['/things/%zz/', {}, 400, 'malformed_request'],
    ['/bug/', {}, 500, 'internal_error'],
    ['/thrown/', {}, 500, 'internal_error'],
    ['/away/', {}, 503, 'service_unavailable'],
  ])('when it is %s %j, then it answers %i %s with the documented body', async (path, init, status, code) => {
    const { call } = await start();
    const answer = await call(path, init);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code, detail: expect.any(String), errors: [] });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('when its path is too long, then it answers 414', async () => {
    const { call } = await start();
    const answer = await call(`/things/${'x'.repeat(5000)}/`);
    expect([answer.status, answer.body.code]).toEqual([414, 'uri_too_long']);
  });

  test('when the method is wrong, then Allow names the right ones', async () => {
    const { call } = await start();
    expect((await call('/things/', { method: 'GET' })).headers.get('allow')).toBe('POST');
    expect((await call('/things/a/', { method: 'PUT' })).headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  test('when it is a fault of ours, then the log has it and the answer does not', async () => {
    const { call, logged } = await start();
    const { text } = await call('/bug/');
    expect(text).not.toContain('hunter2');
    expect(logged.join()).toContain('hunter2');
  });

  test('when the service is away, then it says when to come again', async () => {
    const { call } = await start();
    expect((await call('/away/')).headers.get('retry-after')).toBe('1');
  });

  test.each([
    [
      'a header of 20 KB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      'POST /things/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
      'malformed_request',
    ],
  ])('when it has %s, then it is answered all the same', async (_name, text, status, code) => {
    const { port } = await start();
    const answer = answerIn(await sendRaw(port, text));
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ code, detail: expect.any(String), errors: [] });
  });
});

describe('given any request', () => {
  test('when it brings a sane request id, then it is kept; else it gets one', async () => {
    const { call } = await start();
    const idFor = async (sent: string) =>
      (await call('/health/live', { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
    expect(await idFor('job-7:step.2')).toBe('job-7:step.2');
    expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/);
    expect(await idFor('a b')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('when it is answered, then a browser is told to run nothing of it', async () => {
    const { call } = await start();
    const { headers } = await call('/health/live');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('when its path has an encoded slash, or no slash at its end, then it is found', async () => {
    const { call } = await start();
    expect((await call('/things/a%2Fb%25/')).body).toEqual({ name: 'a/b%' });
    expect((await call('/things/a%2F')).body).toEqual({ name: 'a/' });
  });
});

describe('given health checks', () => {
  test('when all work, then it is ready', async () => {
    const { call } = await start({ readiness: { database: async () => {} } });
    expect((await call('/health/live')).body).toEqual({ status: 'live' });
    expect(await call('/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok' } },
    });
  });

  test('when one fails or does not answer, then it is not ready, and says which', async () => {
    const { call } = await start({
      readiness: {
        good: async () => {},
        bad: async () => {
          throw new Error('refused');
        },
        silent: () => new Promise(() => {}),
      },
    });
    const answer = await call('/health/ready');
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      status: 'not_ready',
      checks: { good: 'ok', bad: 'failed', silent: 'failed' },
      roles: {},
    });
    expect((await call('/health/live')).status).toBe(200);
  });
});

/** A room with one call that is answered when the test says so, and knows when it was reached. */
function held() {
  let reached = () => {};
  let release = () => {};
  const inFlight = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const plugin: FastifyPluginAsync = async (server) => {
    server.get('/held/', async () => {
      reached();
      await released;
      return { done: true };
    });
  };
  return { plugin, inFlight, release: () => release() };
}

describe('given a server that closes', () => {
  test('when a request is in flight, then it is answered and new ones are turned away', async () => {
    const { plugin, inFlight, release } = held();
    const { server, call, port } = await start({ plugins: [plugin] });
    const answered = call('/held/');
    await inFlight;
    // On a connection that is open already, a request comes once closing has begun.
    let closed: Promise<void> | undefined;
    const late = sendRaw(
      port,
      async () => {
        closed = server.close();
        await new Promise((resolve) => setTimeout(resolve, 50));
      },
      'GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n',
    );
    expect(answerIn(await late)).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    release();
    const answer = await answered;
    expect(answer).toMatchObject({ status: 200, body: { done: true } });
    expect(answer.headers.get('connection')).toBe('close');
    await closed;
    await expect(call('/health/live')).rejects.toThrow();
  });

  test('when a request does not end in time, then closing does', async () => {
    const { plugin, inFlight } = held();
    const { server, call } = await start({ closeTimeoutMs: 200, plugins: [plugin] });
    const never = call('/held/').then(
      () => 'answered',
      () => 'cut',
    );
    await inFlight;
    await server.close();
    expect(await never).toBe('cut');
  });
});
