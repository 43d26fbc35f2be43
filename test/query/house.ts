import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createServer } from '../../src/adapters/http/index.js';
import { createPast } from '../../src/adapters/postgres/past.js';
import { createReadModels } from '../../src/adapters/postgres/query.js';
import { RequestError } from '../../src/errors.js';
import { queryPlugin } from '../../src/query/index.js';
import { documentedApi } from '../support/documented.js';
import { readModels as projections, projectionsFolder, ReadModelFixture } from '../support/read-models.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Empty where there is none, or it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What the files of routes would say. */
const routes = [
  {
    name: 'billing',
    enabled: true,
    description: 'For the billing system.',
    types: ['billing.issued_bill'],
    to: 'headrace.billing',
    as: 'as-sent',
    targets: [{ target: 'topic:headrace.billing', behind: 2, waiting: 0, dead: 0, stopped: null }],
  },
];

/** The query API over real read models; a token is the name of its organisation, `operator` belongs to none. */
export class QueryHouse {
  readonly fixture: ReadModelFixture;
  readonly #server: FastifyInstance;

  private constructor(fixture: ReadModelFixture, server: FastifyInstance) {
    this.fixture = fixture;
    this.#server = server;
  }

  static async open(): Promise<QueryHouse> {
    const fixture = await ReadModelFixture.make();
    const readModels = createReadModels(fixture.database.pool);
    const past = createPast({
      pool: fixture.database.pool,
      folder: projectionsFolder,
      projections,
      upcastPath: (type, version) => fixture.catalogue.upcastPath(type, version),
    });
    const authenticate = async (authorization: string | undefined) => {
      if (authorization === undefined) throw new RequestError('not_authenticated');
      const name = authorization.replace('Token ', '');
      if (name === 'importer') throw new RequestError('permission_denied');
      return { organisation: name === 'operator' ? null : name };
    };
    const server = await createServer({
      logger: pino({ level: 'silent' }),
      plugins: [queryPlugin({ readModels, past, eventRoutes: { list: async () => routes }, authenticate })],
      readiness: {},
    });
    return new QueryHouse(fixture, server);
  }

  /** Whatever a test is about: what is answered must be documented. */
  async get(
    path: string,
    token: string | null = 'acme',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const reply = await this.getUndocumented(path, token, headers);
    const url = path.startsWith('/v1/') ? path : `/v1/query/${path}`;
    const faults = (await documentedApi()).faultsOf({
      method: 'GET',
      url,
      ...reply,
      body: Object.keys(reply.body).length > 0 ? reply.body : reply.text,
    });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return reply;
  }

  /** For views that a test has changed. */
  async getUndocumented(
    path: string,
    token: string | null = 'acme',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await this.#server.inject({
      url: path.startsWith('/v1/') ? path : `/v1/query/${path}`,
      headers: token === null ? headers : { ...headers, authorization: `Token ${token}` },
    });
    const text = response.body;
    const isJson = text !== '' && String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : {},
      text,
    };
  }

  /** The results of a list that is expected to answer. */
  async results(path: string, token?: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { status, body } = await this.get(path, token);
    const results = body['results'];
    if (status !== 200 || !Array.isArray(results)) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return results;
  }

  /** Follows `Link: rel="next"` to the end. */
  async walk(
    path: string,
    between: (page: number) => Promise<void> = async () => {},
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const found: Readonly<Record<string, unknown>>[] = [];
    let next: string | undefined = path;
    for (let page = 1; next !== undefined; page++) {
      const { body, headers } = await this.get(next);
      const results = body['results'];
      if (!Array.isArray(results)) throw new Error(JSON.stringify(body));
      found.push(...results);
      next = /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
      await between(page);
    }
    return found;
  }

  /** Where it answers real requests. */
  listen(): Promise<string> {
    return this.#server.listen({ host: '127.0.0.1', port: 0 });
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.fixture.database.drop();
  }
}
