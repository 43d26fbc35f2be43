import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/adapters/http/index.js';
import { loadCatalogue } from '../../src/catalogue/index.js';
import { describeApi, openDocumentation } from '../../src/start/openapi.js';

let server: FastifyInstance;
beforeAll(async () => {
  server = await createServer({
    logger: pino({ level: 'silent' }),
    plugins: [openDocumentation(await loadCatalogue())],
    readiness: {},
  });
});
afterAll(() => server.close());

describe('GET /v1/openapi.json', () => {
  test('when asked for, then it is the document; when known, then that is said', async () => {
    const answer = await server.inject('/v1/openapi.json');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(describeApi(await loadCatalogue()))));
    const headers = { 'if-none-match': String(answer.headers['etag']) };
    const again = await server.inject({ url: '/v1/openapi.json', headers });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('GET /docs', () => {
  test('when opened, then neither the page nor what it loads names another host or runs inline code', async () => {
    const page = await server.inject('/docs');
    expect(page.headers['content-type']).toContain('text/html');
    const csp = String(page.headers['content-security-policy']);
    expect(csp).toContain("default-src 'none'");
    expect(csp).not.toMatch(/unsafe|https?:|\*/);
    expect(page.body).not.toMatch(/https?:\/\//);
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url));
    expect(loaded.length).toBeGreaterThan(3);
    for (const url of loaded) {
      const asset = await server.inject(new URL(url, 'http://localhost/docs').pathname);
      expect([url, asset.statusCode]).toEqual([url, 200]);
    }
  });

  test('when its page asks for the document, then it is led to the one address', async () => {
    const answer = await server.inject('/docs/json');
    expect([answer.statusCode, answer.headers['location']]).toEqual([308, '/v1/openapi.json']);
    expect((await server.inject('/docs/yaml')).statusCode).toBe(404);
  });

  test('when others are asked, then their answers keep the strict policy', async () => {
    const answer = await server.inject('/health/live');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(answer.headers['content-security-policy']).not.toContain('script-src');
  });
});
