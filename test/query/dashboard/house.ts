import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createServer } from '../../../src/adapters/http/index.js';
import { createIntakeStore } from '../../../src/adapters/postgres/intake.js';
import { openJournal } from '../../../src/adapters/postgres/journal.js';
import { createApiKey, createAuthenticator } from '../../../src/intake/index.js';
import type { Scope } from '../../../src/intake/port.js';
import { openDashboard } from '../../../src/start/dashboard.js';
import { ReadModelFixture } from '../../support/read-models.js';

export interface PageReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The dashboard over real read models, as a browser without scripts has it. */
export class DashboardHouse {
  readonly fixture: ReadModelFixture;
  readonly server: FastifyInstance;
  readonly #store: ReturnType<typeof createIntakeStore>;

  private constructor(
    fixture: ReadModelFixture,
    server: FastifyInstance,
    store: ReturnType<typeof createIntakeStore>,
  ) {
    this.fixture = fixture;
    this.server = server;
    this.#store = store;
  }

  static async open(): Promise<DashboardHouse> {
    const fixture = await ReadModelFixture.make();
    const { pool } = fixture.database;
    const store = createIntakeStore(pool, await openJournal(pool, 3));
    const dashboard = await openDashboard(
      { database: { pool: () => pool } },
      store,
      createAuthenticator(store),
    );
    const server = await createServer({
      logger: pino({ level: 'silent' }),
      plugins: [dashboard],
      readiness: {},
    });
    return new DashboardHouse(fixture, server, store);
  }

  async key(organisation: string | null, ...scopes: readonly Scope[]): Promise<string> {
    if (organisation !== null) {
      await this.fixture.database.pool.query(
        'INSERT INTO intake.organisations (organisation, name) VALUES ($1, $1) ON CONFLICT DO NOTHING',
        [organisation],
      );
    }
    const made = await createApiKey(this.#store, { organisation, label: 'test', scopes });
    if (made === 'no_organisation') throw new Error('the organisation was not made');
    return made.secret;
  }

  /** A browser that has signed in. */
  async signedIn(organisation: string | null, ...scopes: readonly Scope[]): Promise<Browser> {
    const browser = new Browser(this.server);
    const reply = await browser.post('/dashboard/sign-in', {
      key: await this.key(organisation, ...scopes),
    });
    if (reply.status !== 303) throw new Error(`not signed in: ${reply.status}`);
    return browser;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.fixture.database.drop();
  }
}

/** Keeps cookies, and says with forms where they come from. */
export class Browser {
  readonly #server: FastifyInstance;
  readonly cookies = new Map<string, string>();

  constructor(server: FastifyInstance) {
    this.#server = server;
  }

  get(url: string): Promise<PageReply> {
    return this.#send({ method: 'GET', url });
  }

  post(
    url: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ): Promise<PageReply> {
    return this.#send({
      method: 'POST',
      url,
      payload: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async #send(request: {
    readonly method: 'GET' | 'POST';
    readonly url: string;
    readonly payload?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }): Promise<PageReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.#server.inject({
      ...request,
      headers: { ...request.headers, ...(cookie !== '' && { cookie }) },
    });
    for (const { name, value } of reply.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: reply.statusCode, headers: reply.headers, text: reply.body };
  }
}
