import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { schemasOf } from '../../src/adapters/registry/schemas.js';
import { loadCatalogue, schemasFolder } from '../../src/catalogue/index.js';
import { diffSchemas } from '../../src/cli/schemas/diff.js';
import { commandLine } from '../cli/headrace.js';
import { testFolder } from '../support/folder.js';
import { billFolder, optional } from './folder.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const schemas = (...args: string[]) => commandLine('schemas', ...args);

// What a developer has set for another run must not reach this one.
beforeAll(() => void vi.stubEnv('SCHEMA_REGISTRY_URL', ''));
afterAll(() => void vi.unstubAllEnvs());

describe('headrace schemas check', () => {
  test('given the committed schemas, then it passes for people and for programs', async () => {
    const plain = await schemas('check', '--seed', '5', '--values', '3');
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    const lines = plain.stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('ok '))).toHaveLength(4);
    expect(lines.join('\n')).toContain('seed 5');
    expect(lines.at(-1)).toMatch(/^schemas check: passed/);
    const json = await schemas('check', '--seed', '5', '--values', '3', '--json');
    expect(json.code).toBe(0);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, seed: 5, valuesEach: 3, findings: [] });
  });

  test('given a seed that is none, then it says so', async () => {
    expect(await schemas('check', '--seed', '-1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('whole number from 0'),
    });
  });
});

describe('headrace schemas diff', () => {
  test('given two versions of a type, then fields and read models are named', async () => {
    const { code, stdout } = await schemas('diff', 'agreement.revoked@v1', 'agreement.revoked@v2');
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe(
      'agreement.revoked v1 → v2: field account_number is new (string, required); handled by account-state.agreements, event-history.events, event-history.links',
    );
  });

  test('given two folders, then it tells what differs, as JSON', async () => {
    const [one, other] = [billFolder(), billFolder()];
    other.version('v2', [optional('reason'), optional('made_by')]);
    const { code, stdout } = await schemas('diff', one.folder, other.folder, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).changes).toEqual([
      {
        kind: 'field_added',
        type: 'bill.made',
        version: 'v2',
        field: 'made_by',
        after: { type: 'string', required: false },
        readers: [],
      },
    ]);
  });

  test('given the working tree and its folder, then both readers see the same', async () => {
    const { code, stdout } = await schemas('diff', 'tree', schemasFolder);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `schemas diff: 0 differences from tree to ${schemasFolder}\n`,
    });
  });

  test('given a side that names nothing, then one line says so', async () => {
    const { code, stdout, stderr } = await schemas('diff', 'nowhere', 'tree');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^nowhere: neither .*\n$/);
  });

  test.each([
    ['no such version', 'agreement.revoked@v1', 'agreement.revoked@v9', 'has v1, v2, current'],
    ['different types', 'agreement.revoked@v1', 'agreement.created@v1', 'different types'],
    ['a version and the tree', 'agreement.revoked@v1', 'tree', 'or neither'],
    ['a folder without schemas', 'tree', testFolder(), 'no schemas are there'],
  ])('given %s, then it is told', async (_what, before, after, detail) => {
    await expect(diffSchemas(before, after)).rejects.toThrow(detail);
  });
});

describe('headrace schemas register', () => {
  test('given a registry, then every schema reaches it', async () => {
    const all = schemasOf(await loadCatalogue());
    const taken = new Set<string>();
    const url = await answering((request, response) => {
      const subject = decodeURIComponent(
        /^\/subjects\/([^/]+)\/versions$/.exec(request.url ?? '')?.[1] ?? '',
      );
      const post = request.method === 'POST' && subject !== '';
      if (post) taken.add(subject);
      const body = post ? { id: taken.size } : { compatibilityLevel: 'FULL' };
      response.end(JSON.stringify(body));
    });
    const { code, stdout } = await schemas('register', '--url', url.replace('//', '//me:secret@'));
    expect(code).toBe(0);
    expect(stdout).toMatch(`all ${all.length} schemas are registered`);
    expect(stdout).not.toContain('secret');
    expect([...taken].toSorted()).toEqual(all.map(({ subject }) => subject).toSorted());
  });

  test('given a registry that refuses, then it says why, and the exit code is 1', async () => {
    const url = await answering((_request, response) => {
      response.writeHead(403).end(JSON.stringify({ error_code: 40301, message: 'not yours' }));
    });
    const { code, stderr } = await schemas('register', '--url', url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^schemas register: the registry refused: .*not yours \(40301\)\n$/);
  });

  test('given nobody answers, then it says so, and the exit code is 2', async () => {
    const url = await answering((request) => request.socket.destroy());
    const { code, stderr } = await schemas('register', '--url', url);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^schemas register: no answer: registry http:.*\n$/);
  });

  test('given no address, then it asks for one', async () => {
    expect(await schemas('register')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SCHEMA_REGISTRY_URL'),
    });
  });
});

/** @returns the address of something that answers where a registry should. */
async function answering(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port }: Partial<AddressInfo> = Object(server.address());
  return `http://127.0.0.1:${port}`;
}
