import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { demoAccounts } from '../../src/cli/demo/accounts.js';
import { type ApiClient, connect, expectStatus } from '../../src/cli/demo/client.js';
import { prepareImport } from '../../src/cli/demo/setup.js';
import { readConfig } from '../../src/config.js';
import { type Headrace, startHeadrace } from '../../src/main.js';
import { packageRoot } from '../../src/package-root.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';

/** Kept to be looked at; not part of the project. */
const SCREENSHOTS = join(packageRoot, 'test/browser/screenshots');
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A fault that axe found: what, and where. */
export interface AxeFault {
  readonly id: string;
  readonly impact: string;
  readonly where: readonly string[];
}

/** The whole service, keys to it, and a browser. */
export class Stage {
  readonly service: Headrace;
  readonly database: TestDatabase;
  readonly operatorKey: string;
  readonly clientKey: string;
  readonly importSupplier: string;
  /** What consoles of pages said that should not have been. */
  readonly complaints: string[] = [];
  readonly #client: ApiClient;
  readonly #browser: Browser;
  #sent = 0;

  private constructor(
    parts: Pick<Stage, 'service' | 'database' | 'operatorKey' | 'clientKey' | 'importSupplier'>,
    client: ApiClient,
    browser: Browser,
  ) {
    this.service = parts.service;
    this.database = parts.database;
    this.operatorKey = parts.operatorKey;
    this.clientKey = parts.clientKey;
    this.importSupplier = parts.importSupplier;
    this.#client = client;
    this.#browser = browser;
  }

  static async open(): Promise<Stage> {
    mkdirSync(SCREENSHOTS, { recursive: true });
    const database = await createTestDatabase();
    const flags = [
      '--database-url',
      database.url,
      '--port',
      '0',
      '--data',
      testFolder(),
      '--log-level',
      'fatal',
    ];
    const service = await startHeadrace(readConfig(flags), { logger: pino({ level: 'fatal' }) });
    const operatorKey = await service.createOperatorKey('browser');
    const { apiKey: clientKey, importSupplier } = await prepareImport(
      await connect(service.url, operatorKey),
    );
    const client = await connect(service.url, clientKey);
    const browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '',
      // In containers there is no user whose processes could be set apart.
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    const parts = { service, database, operatorKey, clientKey, importSupplier };
    return new Stage(parts, client, browser);
  }

  /** Sends accounts of a made-up old supplier: some are refused, some fail. */
  async send(count: number): Promise<void> {
    const accounts = demoAccounts({
      seed: 7 + this.#sent,
      importSupplier: this.importSupplier,
      prefix: `crm-${this.#sent}-`,
      refusedFraction: 0.1,
      failingFraction: 0.1,
      hasGas: false,
    });
    this.#sent += count;
    for (let sent = 0; sent < count; sent++) {
      const { payload } = accounts.next().value;
      expectStatus(await this.#client.post('/v1/data-import/accounts/', payload), 202, 400);
    }
  }

  /** A browser window of somebody new; what its pages complain of is remembered. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    return page;
  }

  async signedIn(key: string, options?: BrowserContextOptions): Promise<Page> {
    const page = await this.window(options);
    await page.goto(`${this.service.url}/dashboard/`);
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Imports' }).waitFor();
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.service.stop();
    await this.database.drop();
  }
}

export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds wrong in the page, serious or critical. */
export async function axeFaults(page: Page): Promise<readonly AxeFault[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate<readonly Violation[]>(
    'axe.run().then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      id,
      impact,
      where: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)),
    }));
}

export type { Page };
