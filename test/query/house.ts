import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createServer } from '../../src/adapters/http/index.js';
import { createReadModels } from '../../src/adapters/postgres/query.js';
import { RequestError } from '../../src/errors.js';
import { queryPlugin } from '../../src/query/index.js';
import { documentedApi } from '../support/documented.js';
import { ReadModelFixture } from '../support/read-models.js';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}

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
    const authenticate = async (authorization: string | undefined) => {
      if (authorization === undefined) throw new RequestError('not_authenticated');
      const name = authorization.replace('Token ', '');
      if (name === 'importer') throw new RequestError('permission_denied');
      return { organisation: name === 'operator' ? null : name };
    };
    const server = await createServer({
      logger: pino({ level: 'silent' }),
      plugins: [queryPlugin({ readModels, authenticate })],
      readiness: {},
    });
    return new QueryHouse(fixture, server);
  }

  /** Whatever a test is about: what is answered must be documented. */
  async get(path: string, token: string | null = 'acme'): Promise<Reply> {
    const reply = await this.getUndocumented(path, token);
    const url = path.startsWith('/v1/') ? path : `/v1/query/${path}`;
    const faults = (await documentedApi()).faultsOf({ method: 'GET', url, ...reply });
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return reply;
  }

  /** For views that a test has changed. */
  async getUndocumented(path: string, token: string | null = 'acme'): Promise<Reply> {
    const response = await this.#server.inject({
      url: path.startsWith('/v1/') ? path : `/v1/query/${path}`,
      headers: token === null ? {} : { authorization: `Token ${token}` },
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
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

  async close(): Promise<void> {
    await this.#server.close();
    await this.fixture.database.drop();
  }
}
