import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/adapters/http/index.js';

const REQUEST_TIMEOUT_MS = 300;

let server: FastifyInstance;
let port: number;
beforeAll(async () => {
  server = await createServer({
    logger: pino({ level: 'silent' }),
    readiness: {},
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    plugins: [
      async (room) => {
        room.addContentTypeParser('text/plain', (_request, payload, done) => done(null, payload));
        const count = async ({ body }: { body: unknown }) => {
          let bytes = 0;
          for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
          return { bytes };
        };
        room.post('/ordinary/', count);
        room.post('/endless/', { config: { endless: true } }, count);
      },
    ],
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** Sends a byte now and then, for several times as long as a request may take. */
async function sendSlowly(path: string): Promise<{ status: number | undefined; body: unknown }> {
  const sending: ClientRequest = request({
    port,
    path,
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
  });
  let isAnswered = false;
  const answered = once(sending, 'response').then(([answer]: IncomingMessage[]) => {
    isAnswered = true;
    return answer;
  });
  sending.on('error', () => {});
  for (let i = 0; i < 20 && !isAnswered; i++) {
    sending.write('x');
    await delay(REQUEST_TIMEOUT_MS / 5);
  }
  sending.end();
  const answer = await answered;
  let text = '';
  for await (const chunk of answer ?? []) text += chunk;
  return { status: answer?.statusCode, body: JSON.parse(text) };
}

describe('given a request that takes longer than requests may', () => {
  test('when it is an ordinary one, then it is answered 408', async () => {
    expect(await sendSlowly('/ordinary/')).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
  });

  test('when its route is endless, then it goes on', async () => {
    expect(await sendSlowly('/endless/')).toEqual({ status: 200, body: { bytes: 20 } });
  });
});
