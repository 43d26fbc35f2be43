import { Buffer } from 'node:buffer';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { createServer } from '../../src/adapters/http/index.js';
import { createIntakeStore } from '../../src/adapters/postgres/intake.js';
import { openJournal } from '../../src/adapters/postgres/journal.js';
import type { Pool } from '../../src/adapters/postgres/pool.js';
import { fileSpools } from '../../src/adapters/spool/index.js';
import { type Catalogue, loadCatalogue } from '../../src/catalogue/index.js';
import { faultsOf } from '../../src/importer/index.js';
import { createApiKey, createAuthenticator, type IntakeStore, intakePlugin } from '../../src/intake/index.js';
import { holdDocumented } from '../support/documented.js';
import { testFolder } from '../support/folder.js';
import { createTestDatabase } from '../support/postgres.js';

/** Intake on a real database, with an operator and the organisation `acme` with its supplier `old-energy`. */
export interface House {
  readonly pool: Pool;
  readonly store: IntakeStore;
  readonly catalogue: Catalogue;
  readonly server: FastifyInstance;
  readonly operator: Caller;
  readonly acme: Caller;
  /** Another organisation, with its own supplier `old-energy`. */
  readonly stranger: Caller;
  readonly anonymous: Caller;
  close(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly body: Body;
}

/** JSON of an answer, read by path in tests. */
type Body = Record<string, unknown> & { readonly errors?: readonly Record<string, unknown>[] };

export interface Caller {
  readonly token: string | undefined;
  get(url: string): Promise<Answer>;
  post(url: string, body: unknown): Promise<Answer>;
  patch(url: string, body: unknown): Promise<Answer>;
  remove(url: string): Promise<Answer>;
}

export async function openHouse(options: { introspection?: boolean } = {}): Promise<House> {
  const database = await createTestDatabase();
  const { pool } = database;
  const journal = await openJournal(pool, 4);
  const catalogue = await loadCatalogue();
  const store = createIntakeStore(pool, journal);
  const authenticator = createAuthenticator(store);
  const { introspection = false } = options;
  const openSpool = fileSpools(testFolder());
  const server = await createServer({
    logger: pino({ level: 'silent' }),
    plugins: [intakePlugin({ store, catalogue, authenticator, introspection, foresee: faultsOf, openSpool })],
    readiness: { database: async () => void (await pool.query('SELECT 1')) },
  });
  const made = await createApiKey(store, { organisation: null, label: 'first', scopes: ['operate'] });
  if (made === 'no_organisation') throw new Error('an operator belongs to none');
  const operator = callerOf(server, await tokenOf(server, made.secret));
  return {
    pool,
    store,
    catalogue,
    server,
    operator,
    acme: await organisation(server, operator, 'acme'),
    stranger: await organisation(server, operator, 'stranger'),
    anonymous: callerOf(server, undefined),
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

export async function tokenOf(server: FastifyInstance, apiKey: string): Promise<string> {
  const answer = await obtainToken(server, apiKey);
  const { token } = answer.json().data.obtainToken;
  return token;
}

export function obtainToken(server: FastifyInstance, apiKey: string): Promise<LightMyRequestResponse> {
  return server.inject({
    method: 'POST',
    url: '/v1/graphql/',
    payload: {
      query: 'mutation ($apiKey: String!) { obtainToken(input: { apiKey: $apiKey }) { token expiresAt } }',
      variables: { apiKey },
    },
  });
}

async function organisation(server: FastifyInstance, operator: Caller, name: string): Promise<Caller> {
  await operator.post('/v1/operator/organisations/', {
    organisation: name,
    import_supplier: { import_supplier: 'old-energy', supplier_mpids: { electricity: 'OLDE' } },
  });
  const { body } = await operator.post(`/v1/operator/organisations/${name}/api-keys/`, {
    label: 'import',
    scopes: ['import'],
  });
  return callerOf(server, await tokenOf(server, String(body['api_key'])));
}

export function callerOf(server: FastifyInstance, token: string | undefined): Caller {
  const call = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<Answer> => {
    const options: InjectOptions = {
      method,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Token ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && {
        payload: Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    };
    const response = await server.inject(options);
    // Whatever a test is about: what is answered must be documented.
    await holdDocumented(method, url, response);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.body === '' ? {} : response.json<Body>(),
    };
  };
  return {
    token,
    get: (url) => call('GET', url),
    post: (url, body) => call('POST', url, body),
    patch: (url, body) => call('PATCH', url, body),
    remove: (url) => call('DELETE', url),
  };
}

/** Every event in the log, decoded, in the order of its partition. */
export async function eventsOf({ pool, catalogue }: House, type: string) {
  const { rows } = await pool.query<{
    partition: number;
    sequence: number;
    version: string;
    key: string;
    subject: string;
    organisation: string;
    correlation_id: string;
    payload: Buffer;
  }>('SELECT * FROM journal.events WHERE type = $1 ORDER BY appended_at, partition, sequence', [type]);
  return rows.map((row) => ({ ...row, data: catalogue.decode(type, row.version, row.payload) }));
}
