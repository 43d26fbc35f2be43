import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, servePages } from './pages.js';

const types = [...catalogue.types.values()].filter(({ internal }) => !internal);

let folder: string;
let server: FastifyInstance;
let withoutRoutes: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-routes-'));
  const routes = {
    domains: { match: { types: ['**'] }, to: { topic: 'headrace.{domain}' } },
    crm: {
      match: { types: ['agreement.*'], where: { field: 'envelope.organisation', equals: 'hidden-org' } },
      to: { webhook: 'https://hidden.example/in', secret: 'HIDDEN' },
      as: 'current',
    },
    archive: { enabled: false, match: { types: ['agreement.revoked'] }, to: { topic: 'archive' }, as: 'v1' },
  };
  for (const [name, route] of Object.entries(routes)) {
    const file = { description: `Route ${name}.`, enabled: true, ...route };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(file));
  }
  server = await servePages(folder);
  withoutRoutes = await servePages(join(folder, 'missing'));
});
afterAll(async () => {
  await server.close();
  await withoutRoutes.close();
  await rm(folder, { recursive: true });
});

const textOf = (page: string) =>
  page
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:])/g, '');

describe('GET /catalogue/', () => {
  it('when opened, then each type and shape that others see has a link, and no internal one', async () => {
    const { body } = await server.inject('/catalogue/');
    for (const { name } of types) expect(body).toContain(`href="/catalogue/${encodeURIComponent(name)}"`);
    for (const { name, internal } of catalogue.types.values()) {
      if (internal) expect(body).not.toContain(`>${name}<`);
    }
    expect(body).toContain('>billing-_billing-Ledger<');
    expect(body).not.toContain('internal-ImportFault');
  });

  it('when something is sought, then types are found by name, words, fields and topics, all at once', async () => {
    const found = async (query: string) => {
      const { body } = await server.inject(`/catalogue/?q=${encodeURIComponent(query)}`);
      return [...body.matchAll(/<li data-fields[^>]*>\s*<a href="\/catalogue\/([^"]+)"/g)].map(
        ([, name]) => name,
      );
    };
    expect(await found('agreement.revoked')).toEqual(['agreement.revoked']);
    expect(await found('REVOKED account_number')).toEqual(['agreement.revoked']);
    expect(await found('disputed_reading')).toHaveLength(
      types.filter(({ current }) => current.fields.some(({ name }) => name.includes('disputed_reading')))
        .length,
    );
    expect(await found('headrace.consents')).toHaveLength(2);
    expect(await found('nothing-of-this-name')).toEqual([]);
    expect(await found('')).toHaveLength(types.length);
  });

  it('when markup is sought, then the page shows it and does not run it', async () => {
    const { body } = await server.inject('/catalogue/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect((await server.inject('/catalogue/?q=a&q=b')).statusCode).toBe(200);
  });
});

describe('the whole site', () => {
  it('when every link is followed, then each leads somewhere, and no page runs inline code or names a host', async () => {
    const seen = new Set<string>();
    const next = ['/catalogue/'];
    for (let url = next.pop(); url !== undefined; url = next.pop()) {
      if (seen.has(url) || !url.startsWith('/catalogue')) continue;
      seen.add(url);
      const answer = await server.inject(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      const csp = String(answer.headers['content-security-policy']);
      expect(csp).toContain("default-src 'none'");
      expect(csp).not.toMatch(/unsafe|https?:|\*/);
      expect(answer.body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|https?:\/\//);
      next.push(...[...answer.body.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, href]) => String(href)));
    }
    // Type pages with JSON, schemas of versions and of current forms with several versions, shapes with JSON and schema.
    expect(seen.size).toBeGreaterThan(types.length * 3);
  });

  it('when a page is asked for again with its ETag, then only that it is the same is said', async () => {
    for (const url of ['/catalogue/', '/catalogue/account.created', '/catalogue/asyncapi.json']) {
      const first = await server.inject(url);
      expect(first.headers['cache-control']).toBe('no-cache');
      const headers = { 'if-none-match': String(first.headers['etag']) };
      const again = await server.inject({ url, headers });
      expect([url, again.statusCode, again.body]).toEqual([url, 304, '']);
    }
  });

  it('when style or script is asked for, then it may be kept: another one has another name', async () => {
    const { body } = await server.inject('/catalogue/');
    const [, style] = /href="([^"]+\.css)"/.exec(body) ?? [];
    const answer = await server.inject(String(style));
    expect([answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect((await server.inject('/catalogue/assets/none.css')).statusCode).toBe(404);
  });

  it('when there is no such thing, then people get a page and programs the documented failure', async () => {
    const page = await server.inject('/catalogue/no.such%3Cb%3E');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toContain('no.such&lt;b&gt;');
    for (const url of ['no.such.json', 'no.such.avsc', 'shapes/none.json', 'import.accepted.json']) {
      const answer = await server.inject(`/catalogue/${url}`);
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found']);
    }
    expect((await server.inject('/catalogue/import.accepted')).statusCode).toBe(404);
    expect((await server.inject('/catalogue/shapes/internal-ImportFault')).statusCode).toBe(404);
  });
});

describe('the page of a type', () => {
  it('given several versions, then it tells fields, differences, key, upcast and casts', async () => {
    const text = textOf((await server.inject('/catalogue/agreement.revoked')).body);
    expect(text).toContain('Partition key account_number, or where there is none agreement_id');
    expect(text).toContain('Against the version before: account_number is new.');
    expect(text).toContain('account_number: taken from the event’s subject');
    expect(text).toContain('Every event of it can be turned into v1.');
    expect(text).toContain('view analytics.agreement_revoked');
    expect(text).toContain('revoked_at');
    const dispatched = textOf(
      (await server.inject('/catalogue/billing.billing_document_representation.dispatched')).body,
    );
    expect(dispatched).toContain('v2 → v3: support_user_id: null: what was sent does not tell');
  });

  it('given routes, then they are told without address, secret or condition', async () => {
    const { body } = await server.inject('/catalogue/agreement.revoked');
    const text = textOf(body);
    expect(text).toContain('headrace.agreement');
    expect(text).toContain('crm Route crm. webhook current');
    expect(text).toContain('only where its condition holds');
    expect(text).toContain('not enabled');
    expect(body).not.toMatch(/hidden[-.]|HIDDEN/);
    expect((await server.inject('/catalogue/agreement.revoked.json')).body).not.toMatch(/hidden[-.]|HIDDEN/);
    expect(text).toContain('Other systems publish it to headrace.inbound');
    expect(textOf((await server.inject('/catalogue/data_import.order_process.error')).body)).toContain(
      'Only this service publishes it.',
    );
  });

  it('given routes that cannot be read, then it says so, and shows the rest', async () => {
    const text = textOf((await withoutRoutes.inject('/catalogue/agreement.revoked')).body);
    expect(text).toContain('could not read the routes of the installation');
    expect(text).toContain('Number of the account.');
    expect((await withoutRoutes.inject('/catalogue/agreement.revoked.json')).json().routes).toBeNull();
    expect((await withoutRoutes.inject('/catalogue/asyncapi.json')).statusCode).toBe(200);
  });

  it('given a shape, then its page tells who uses it', async () => {
    const text = textOf((await server.inject('/catalogue/shapes/billing-_billing-Account')).body);
    expect(text).toContain('shape billing-_billing-Ledger');
    const ledger = textOf((await server.inject('/catalogue/shapes/billing-_billing-Ledger')).body);
    expect(ledger).toContain('billing.ledger.entry_posted');
  });
});

describe('what programs read', () => {
  it('given each type, then its JSON tells what its page is made of, and its schemas are those of the registry', async () => {
    const { types: listed, shapes } = (await server.inject('/catalogue/index.json')).json();
    expect(listed.map(({ type }: { type: string }) => type)).toEqual(types.map(({ name }) => name));
    expect(shapes).toHaveLength([...catalogue.shapes.values()].filter(({ internal }) => !internal).length);
    const revoked = (await server.inject('/catalogue/agreement.revoked.json')).json();
    expect(revoked.upcast).toEqual([
      { from: 'v1', to: 'v2', adds: [{ field: 'account_number', value: 'subject' }] },
    ]);
    expect(revoked.read_by).toContainEqual(
      expect.objectContaining({
        projection: 'account-state',
        table: 'agreements',
        columns: expect.arrayContaining([
          { from: 'envelope.time', to: expect.arrayContaining(['revoked_at']) },
        ]),
      }),
    );
    const schema = (await server.inject(revoked.versions[1].schema)).json();
    expect(schema).toEqual(JSON.parse(JSON.stringify(catalogue.schema('agreement.revoked', 'v2'))));
    const current = (await server.inject(revoked.current.schema)).json();
    expect(current.name).toBe('agreement.revoked_current');
  });

  it('given the sample of each type, then it fits the newest version', async () => {
    for (const { name } of types) {
      const { sample } = (await server.inject(`/catalogue/${encodeURIComponent(name)}.json`)).json();
      expect([name, catalogue.check(name, sample.payloadversion, sample.data)]).toEqual([name, []]);
    }
  });
});
