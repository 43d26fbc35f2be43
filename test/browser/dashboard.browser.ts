import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFaults, type Page, Stage, screenshot } from './stage.js';

/** What is focused: its name, and its id. */
const FOCUSED = `[
  document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim(),
  document.activeElement.id,
]`;

const WIDTHS = '[document.documentElement.scrollWidth, innerWidth]';

/** An event whose bytes nobody can read. */
const PARKED = `
  INSERT INTO projector.parked_events (projection, version, partition, sequence, key, event_id, event_type,
    event_version, reason, detail, payload, envelope, appended_at)
  SELECT p.projection, p.version, 0, 1, 'demo/account/broken', 'e', 'import.accepted', 'v1', 'undecodable', 'No.', '',
    '{"id": "e", "source": "headrace/intake", "type": "import.accepted", "version": "v1", "subject": null,
      "time": "2026-01-01T00:00:00.000Z", "key": "demo/account/broken", "importSupplier": null, "organisation": "demo",
      "causationId": null, "correlationId": "e", "traceparent": null}', now()
  FROM projector.live_versions p WHERE p.projection = 'import-progress'`;

describe('the dashboard in a browser', () => {
  let stage: Stage;
  let supplierPath: string;
  beforeAll(async () => {
    stage = await Stage.open();
    supplierPath = `/dashboard/suppliers/demo/${stage.importSupplier}`;
  });
  afterAll(() => stage.close());

  const at = (path: string) => `${stage.service.url}${path}`;
  const row = (page: Page) => page.getByRole('row').filter({ hasText: stage.importSupplier });

  it('given a wrong key, then it is told at the field; given a good one, then the imports are shown', async () => {
    const page = await stage.window();
    await page.goto(at('/dashboard/processes?state=error'));
    await page.getByLabel('API key').fill('hrk_no');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This API key is unknown, revoked or expired.').waitFor();
    // The answer is 401, which a browser reports as a failure to load.
    expect(stage.complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('API key').fill(stage.clientKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard/processes?state=error');
    await page.context().close();
  });

  it('given an import goes on, then its progress moves without a reload, and looks finished when it is', async () => {
    const page = await stage.signedIn(stage.clientKey);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate("document.body.dataset.kept = 'yes'");
    const sending = stage.send(150);
    await row(page)
      .getByText(/^\d+ %$/)
      .waitFor();
    await screenshot(page, 'importing');
    await sending;
    await row(page).getByText('100 %').waitFor();
    const accepted = await stage.database.pool.query<{ count: number }>(
      'SELECT count(*) FROM intake.import_processes',
    );
    await row(page)
      .getByRole('cell', { name: String(accepted.rows[0]?.count), exact: true })
      .waitFor();
    expect(await page.evaluate('document.body.dataset.kept')).toBe('yes');
    await row(page).getByRole('link', { name: stage.importSupplier }).click();
    await page.getByText('Finished:').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const chart = page.locator('figure canvas');
    await chart.waitFor();
    await stage.send(20);
    await page.getByText(/Finished: all 1[45]\d have ended/).waitFor();
    await page.context().close();
  });

  it('given live is paused, then nothing moves and the page says of when it is, until it is resumed', async () => {
    const page = await stage.signedIn(stage.clientKey);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('alert').getByText('Paused. These figures are of').waitFor();
    const before = await row(page).textContent();
    await stage.send(10);
    expect(await row(page).textContent()).toBe(before);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => row(page).textContent(), { timeout: 60_000 }).not.toBe(before);
    await page.context().close();
  });

  it('given the service cannot be reached, then the page says that it is stale, and recovers', async () => {
    const page = await stage.signedIn(stage.clientKey);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    // Streams that are open already are not cut by that.
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/No word from the service for \d+ s/).waitFor({ timeout: 60_000 });
    await screenshot(page, 'stale');
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 });
    stage.complaints.splice(0);
    await page.context().close();
  });

  it('given a failed account, then its reason is found from the imports by links alone', async () => {
    const page = await stage.signedIn(stage.clientKey);
    await row(page).getByRole('link', { name: stage.importSupplier }).click();
    await screenshot(page, 'supplier');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'accounts' }).click();
    expect((await download).suggestedFilename()).toBe('failed-accounts.ndjson');
    const group = page.getByRole('row').filter({ hasText: 'supplier_mpid_missing' });
    await group.getByRole('link').filter({ hasText: 'crm-' }).first().click();
    await page.getByLabel('Why it failed').getByText('supplier_mpid_missing').waitFor();
    await page.getByText('import.failed').waitFor();
    await screenshot(page, 'process');
    await page.context().close();
  });

  it('given a parked event, when an operator redrives it, then the service tries, and the page tells what came of it', async () => {
    await stage.database.pool.query(PARKED);
    const page = await stage.signedIn(stage.operatorKey);
    await page.getByRole('link', { name: 'Parked events' }).click();
    await page.getByRole('button', { name: 'Redrive demo/account/broken' }).click();
    const request = page.getByRole('row').filter({ hasText: 'redrive' }).last();
    await request.waitFor();
    await expect
      .poll(
        async () => {
          await page.reload();
          return request.textContent();
        },
        { timeout: 60_000, interval: 500 },
      )
      .toMatch(/failed|done/);
    await screenshot(page, 'parked');
    await stage.database.pool.query('DELETE FROM projector.parked_events');
    await page.context().close();
  });

  it('given only a keyboard, then one gets from the sign-in to a failed account', async () => {
    const page = await stage.window();
    await page.goto(at('/dashboard/'));
    const focusOn = async (name: string | RegExp) => {
      for (let tabs = 0; tabs < 200; tabs++) {
        await page.keyboard.press('Tab');
        const [text, id] = await page.evaluate<[string, string]>(FOCUSED);
        if (typeof name === 'string' ? text === name || id === name : name.test(text)) return;
      }
      throw new Error(`the keyboard does not get to ${name}`);
    };
    await focusOn('key');
    await page.keyboard.type(stage.clientKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Imports' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await focusOn(stage.importSupplier);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Errors' }).waitFor();
    await focusOn(/^crm-/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Why it failed').waitFor();
    await page.context().close();
  });

  it('given no scripts, then every page tells the same', async () => {
    const page = await stage.signedIn(stage.clientKey, { javaScriptEnabled: false });
    await row(page).getByText('100 %').waitFor();
    await page.goto(at(supplierPath));
    await page.getByRole('table').first().waitFor();
    await page.getByText('Finished:').waitFor();
    expect(await page.locator('#live').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.context().close();
  });

  it('given somebody signed in, when they follow a link from another site, then they get where it leads', async () => {
    const page = await stage.signedIn(stage.clientKey);
    const elsewhere = `<a href="${at('/dashboard/processes?state=error')}">Look</a>`;
    await page.goto(`data:text/html,${encodeURIComponent(elsewhere)}`);
    await page.getByRole('link', { name: 'Look' }).click();
    await page.getByRole('heading', { name: 'Processes' }).waitFor();
    await page.context().close();
  });

  it('given the zone is switched, then times are shown in it, and stay so', async () => {
    const page = await stage.signedIn(stage.clientKey, { timezoneId: 'Asia/Tokyo' });
    await page.goto(at(supplierPath));
    const first = page.locator('#minutes-table time').first();
    const iso = (await first.getAttribute('datetime')) ?? '';
    expect(await first.textContent()).toBe(iso.slice(0, 19).replace('T', ' '));
    await page.getByRole('button', { name: 'Times: UTC' }).click();
    const tokyo = new Date(new Date(iso).getTime() + 9 * 3_600_000).toISOString();
    expect(await first.textContent()).toBe(tokyo.slice(0, 19).replace('T', ' '));
    await page.reload();
    expect(await page.locator('#minutes-table time').first().textContent()).toContain(tokyo.slice(11, 16));
    await page.context().close();
  });

  const pages = () => [
    '/dashboard/',
    supplierPath,
    '/dashboard/processes?state=error',
    '/dashboard/processes/demo/account/crm-0-1',
    '/dashboard/refusals',
    '/dashboard/lifecycles',
    '/dashboard/projections',
    '/dashboard/parked',
    '/dashboard/no-such-page',
  ];

  it.each(['light', 'dark'] as const)(
    'given %s colours, then no page has a serious fault for those who need help',
    async (colorScheme) => {
      const window = await stage.window({ colorScheme });
      await window.goto(at('/dashboard/sign-in'));
      const faults = { 'sign-in': await axeFaults(window) };
      await window.context().close();
      const page = await stage.signedIn(stage.operatorKey, { colorScheme });
      for (const path of pages()) {
        await page.goto(at(path));
        await page.locator('main h1').waitFor();
        Object.assign(faults, { [path]: await axeFaults(page) });
        await screenshot(
          page,
          `${colorScheme}-${
            path
              .split('/')
              .slice(2)
              .join('-')
              .replaceAll(/[^\w-]/g, '-') || 'imports'
          }`,
        );
      }
      expect(Object.entries(faults).filter(([, found]) => found.length > 0)).toEqual([]);
      stage.complaints.splice(
        0,
        stage.complaints.length,
        ...stage.complaints.filter((text) => !text.includes('404')),
      );
      await page.context().close();
    },
  );

  it('given a narrow screen, then no page is wider than it', async () => {
    const page = await stage.signedIn(stage.operatorKey, { viewport: { width: 375, height: 700 } });
    for (const path of pages().slice(0, -1)) {
      await page.goto(at(path));
      const [width, shown] = await page.evaluate<[number, number]>(WIDTHS);
      expect([path, width]).toEqual([path, shown]);
    }
    await screenshot(page, 'narrow');
    await page.context().close();
  });

  it('given all of that, then no console had anything to complain of', () => {
    expect(stage.complaints).toEqual([]);
  });
});
