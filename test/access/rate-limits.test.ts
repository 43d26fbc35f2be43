import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type RateLimits } from '../../src/adapters/http/index.js';
import { RequestError } from '../../src/errors.js';
import { hasRedis, OwnRedis, until } from './redis.js';

const servers: FastifyInstance[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A server with a call of its own; the `Authorization` of a good client is the id of its key. */
async function serve(limits: Partial<RateLimits>, trustedProxies?: string): Promise<FastifyInstance> {
  const room: FastifyPluginAsync = async (instance) => {
    instance.addHook('onRequest', async ({ headers }) => {
      if (!headers.authorization) throw new RequestError('not_authenticated');
    });
    instance.get('/thing', async () => ({ ok: true }));
  };
  const server = await createServer({
    logger: pino({ level: 'silent' }),
    plugins: [room],
    readiness: {},
    rateLimits: {
      perKey: 3,
      perAddress: 2,
      apiKeyOf: async (authorization) => authorization,
      ...limits,
    },
    ...(trustedProxies !== undefined && { trustedProxies }),
  });
  servers.push(server);
  return server;
}

async function ask(
  server: FastifyInstance,
  authorization?: string,
  headers: Record<string, string> = {},
  url = '/thing',
) {
  const response = await server.inject({
    url,
    headers: { ...headers, ...(authorization && { authorization }) },
  });
  return response;
}

async function statuses(server: FastifyInstance, count: number, authorization?: string): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await ask(server, authorization)).statusCode);
  return found;
}

describe('given limits of one process', () => {
  test('when a key sends more, then it is told to wait and for how long; another key is not', async () => {
    const server = await serve({});
    const first = await ask(server, 'a');
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    expect(await statuses(server, 2, 'a')).toEqual([200, 200]);
    const beyond = await ask(server, 'a');
    expect(beyond.statusCode).toBe(429);
    expect(beyond.json()).toEqual({ detail: expect.any(String), code: 'rate_limited', errors: [] });
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(beyond.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(beyond.headers['x-request-id']).toBeDefined();
    expect((await ask(server, 'b')).statusCode).toBe(200);
  });

  test('when an address without a token sends more, then it is told, before it is told that it has none', async () => {
    const server = await serve({});
    expect(await statuses(server, 3)).toEqual([401, 401, 429]);
    expect((await ask(server, 'a')).statusCode).toBe(200);
  });

  test('when it is asked whether it is well, then it says so however often', async () => {
    const server = await serve({ perAddress: 1 });
    for (let i = 0; i < 3; i++) {
      expect((await ask(server, undefined, {}, '/health/live')).statusCode).toBe(200);
      expect((await ask(server, undefined, {}, '/health/ready')).statusCode).toBe(200);
    }
  });

  test('when there is no limit, then nobody is told', async () => {
    const server = await serve({ perKey: 0, perAddress: 0 });
    expect(new Set(await statuses(server, 20, 'a'))).toEqual(new Set([200]));
    expect(new Set(await statuses(server, 20))).toEqual(new Set([401]));
  });

  test('when a client says that it comes from elsewhere, then only a trusted proxy is believed', async () => {
    const far = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}` });
    const [open, behind] = [await serve({ perAddress: 1 }), await serve({ perAddress: 1 }, '127.0.0.1')];
    expect((await ask(open, undefined, far(1))).statusCode).toBe(401);
    expect((await ask(open, undefined, far(2))).statusCode).toBe(429);
    expect((await ask(behind, undefined, far(1))).statusCode).toBe(401);
    expect((await ask(behind, undefined, far(2))).statusCode).toBe(401);
    expect((await ask(behind, undefined, far(2))).statusCode).toBe(429);
  });

  test('when whose a token is cannot be found out, then that is the answer', async () => {
    const server = await serve({
      apiKeyOf: async () => {
        throw new RequestError('service_unavailable');
      },
    });
    expect((await ask(server, 'a')).statusCode).toBe(503);
  });
});

describe.skipIf(!hasRedis)('given instances that count in one Redis', () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await OwnRedis.start();
  });
  afterAll(() => redis.stop());

  test('when a key asks several of them, then all of it counts; while Redis is away, then requests pass', async () => {
    const connections = [redis.connect(), redis.connect()];
    try {
      for (const { commands } of connections) await until(() => commands.status === 'ready');
      const [one, two] = await Promise.all(connections.map(({ commands }) => serve({ redis: commands })));
      if (!one || !two) throw new Error('two were started');
      expect(await statuses(one, 2, 'a')).toEqual([200, 200]);
      expect(await statuses(two, 2, 'a')).toEqual([200, 429]);
      expect((await ask(one, 'a')).statusCode).toBe(429);
      await connections[0]?.commands.flushall();
      expect(await statuses(two, 1, 'a')).toEqual([200]);
      await redis.signal('SIGSTOP');
      expect(await statuses(one, 6, 'a')).toEqual(Array(6).fill(200));
      await redis.signal('SIGCONT');
      await redis.signal('SIGKILL');
      expect(await statuses(one, 6, 'a')).toEqual(Array(6).fill(200));
      await redis.start();
      for (const { commands } of connections) await until(() => commands.status === 'ready');
      expect(await statuses(two, 4, 'a')).toEqual([200, 200, 200, 429]);
    } finally {
      for (const open of connections) open.close();
    }
  });
});
