import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, DashboardHouse } from './house.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('signing in to the dashboard', () => {
  let house: DashboardHouse;
  beforeAll(async () => {
    house = await DashboardHouse.open();
  });
  afterAll(() => house.close());

  it('given nobody is signed in, when a page is asked for, then the answer is where to sign in and on', async () => {
    const browser = new Browser(house.server);
    const { status, headers } = await browser.get('/dashboard/processes?state=error');
    expect([status, headers['location']]).toEqual([
      303,
      '/dashboard/sign-in?next=%2Fdashboard%2Fprocesses%3Fstate%3Derror',
    ]);
    expect((await browser.get('/dashboard/no-such-page')).status).toBe(303);
  });

  it('given a good key, then the session is a cookie that scripts and other sites cannot use, and no page tells it', async () => {
    const key = await house.key('acme', 'query');
    const reply = await house.server.inject({
      method: 'POST',
      url: '/dashboard/sign-in',
      headers: { ...FORM, 'sec-fetch-site': 'same-origin' },
      payload: `key=${key}&next=/dashboard/processes`,
    });
    expect([reply.statusCode, reply.headers['location']]).toEqual([303, '/dashboard/processes']);
    const cookie = String(reply.headers['set-cookie']);
    expect(cookie).toMatch(
      /^headrace_session=hrt_\w+; Expires=[^;]+; Path=\/dashboard; HttpOnly; SameSite=Strict$/,
    );
    const secret = /hrt_\w+/.exec(cookie)?.[0] ?? '';
    const page = await house.server.inject({ url: '/dashboard/', headers: { cookie } });
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain(secret);
    expect(page.body).not.toContain(key);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  it.each([
    ['no key', ''],
    ['no such key', 'hrk_000000000000000000000000000000000000'],
    ['far too much', 'x'.repeat(5_000)],
  ])('given %s, then the page says so and there is no session', async (_what, key) => {
    const browser = new Browser(house.server);
    const { status, text } = await browser.post('/dashboard/sign-in', { key });
    expect(status).toBe(401);
    expect(text).toContain('This API key is unknown, revoked or expired.');
    expect(browser.cookies.size).toBe(0);
  });

  it('given a key that may not read, then it is refused, and its token is ended', async () => {
    const browser = new Browser(house.server);
    const { status, text } = await browser.post('/dashboard/sign-in', {
      key: await house.key('acme', 'import'),
    });
    expect([status, browser.cookies.size]).toEqual([401, 0]);
    expect(text).toContain('lacks the scope query');
    const { rows } = await house.fixture.database.pool.query(
      `SELECT FROM intake.access_tokens JOIN intake.api_keys USING (api_key_id) WHERE scopes = '{import}'`,
    );
    expect(rows).toEqual([]);
  });

  it('given a session, when its owner signs out, then it is over for whoever still has it', async () => {
    const browser = await house.signedIn('acme', 'query');
    const stolen = new Browser(house.server);
    for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
    expect((await stolen.get('/dashboard/')).status).toBe(200);
    await browser.post('/dashboard/sign-out', {});
    expect(browser.cookies.size).toBe(0);
    expect((await stolen.get('/dashboard/')).status).toBe(303);
  });

  it.each([
    ['no word on where it comes from', {}],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:80' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
  ])('given a form from %s, then nothing of it is done', async (_what, headers) => {
    const browser = await house.signedIn('acme', 'query');
    const { status } = await browser.post('/dashboard/sign-out', {}, headers);
    expect(status).toBe(403);
    expect((await browser.get('/dashboard/')).status).toBe(200);
  });

  it('given a browser that only tells an origin, when it is ours, then its forms are taken', async () => {
    const browser = await house.signedIn('acme', 'query');
    const { status } = await browser.post(
      '/dashboard/sign-out',
      {},
      { origin: 'http://localhost:8080', host: 'localhost:8080' },
    );
    expect(status).toBe(303);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/dashboard/\\x',
    '/v1/x',
    '/dashboard//x',
  ])('given a way on to %s, then it leads to the imports instead', async (next) => {
    const key = await house.key('acme', 'query');
    const { headers } = await new Browser(house.server).post('/dashboard/sign-in', { key, next });
    expect(headers['location']).toBe('/dashboard/');
  });

  it('given who is signed in, when they come to sign in, then they are sent on', async () => {
    const browser = await house.signedIn('acme', 'query');
    const { status, headers } = await browser.get('/dashboard/sign-in?next=/dashboard/processes');
    expect([status, headers['location']]).toEqual([303, '/dashboard/processes']);
  });

  it('given a theme, then pages come in it, until it is the system that decides again', async () => {
    const browser = new Browser(house.server);
    await browser.post('/dashboard/theme', { theme: 'dark', back: '/dashboard/sign-in' });
    expect((await browser.get('/dashboard/sign-in')).text).toContain('<html lang="en" data-theme="dark">');
    await browser.post('/dashboard/theme', { theme: 'system', back: '/dashboard/sign-in' });
    expect((await browser.get('/dashboard/sign-in')).text).toContain('<html lang="en">');
  });

  it('given a page, then its first view is less than 100 kB, and its files may be kept for ever', async () => {
    const browser = await house.signedIn('acme', 'query');
    const { text } = await browser.get('/dashboard/');
    const paths = [...text.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    );
    expect(paths).toHaveLength(3);
    let bytes = Buffer.byteLength(text);
    for (const path of paths) {
      const file = await browser.get(path);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      bytes += Buffer.byteLength(file.text);
    }
    expect(bytes).toBeLessThan(100_000);
  });
});
