import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../../src/adapters/http/index.js';
import { createRedriveDesk } from '../../src/adapters/postgres/intake-redrives.js';
import { createPast } from '../../src/adapters/postgres/past.js';
import { createReadModels } from '../../src/adapters/postgres/query.js';
import { type ErrorCode, errorKinds, RequestError } from '../../src/errors.js';
import { createAuthenticator, intakePlugin, redrivePlugin } from '../../src/intake/index.js';
import { member } from '../../src/openapi/json.js';
import { queryPlugin } from '../../src/query/index.js';
import { describeApi, openDocumentation } from '../../src/start/openapi.js';
import { type House, openHouse } from '../intake/house.js';
import { DocumentedApi } from '../support/documented.js';

let house: House;
let server: FastifyInstance;
const routes: string[] = [];

/** Sees every route of the server: it opens no scope of its own. */
const spy: FastifyPluginAsync = Object.assign(
  async (instance: FastifyInstance) => {
    instance.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((one) => `${one} ${url}`));
    });
  },
  { [Symbol.for('skip-override')]: true },
);
const failing: FastifyPluginAsync = async (instance) => {
  for (const code of Object.keys(errorKinds).filter(isCode)) {
    instance.get(`/failing/${code}`, async () => {
      throw new RequestError(code);
    });
  }
};
const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorKinds, code);

beforeAll(async () => {
  house = await openHouse();
  const { store, catalogue, pool } = house;
  const authenticator = createAuthenticator(store);
  const openSpool = () => {
    throw new Error('nothing is streamed here');
  };
  const intake = { store, catalogue, authenticator, introspection: false, foresee: () => [], openSpool };
  const query = {
    readModels: createReadModels(pool),
    past: createPast({ pool, folder: '', projections: [], upcastPath: () => [] }),
    eventRoutes: { list: async () => [] },
    authenticate: authenticator.authenticate,
  };
  server = await createServer({
    logger: pino({ level: 'silent' }),
    plugins: [
      spy,
      intakePlugin(intake),
      redrivePlugin(createRedriveDesk(pool), authenticator),
      queryPlugin(query),
      openDocumentation(catalogue),
      failing,
    ],
    readiness: {},
  });
});
afterAll(async () => {
  await server.close();
  await house.close();
});

/** Each documented call: method, path, and the codes of its failures by status. */
function calls() {
  return Object.entries(describeApi(house.catalogue).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

describe('the calls of the document', () => {
  test('are exactly those that the server has', () => {
    const documented = calls().map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    const served = routes.filter((one) => !/^(HEAD|OPTIONS) | \/(docs|failing)\b/.test(one));
    const health = ['GET /health/live', 'GET /health/ready'];
    expect(documented.sort()).toEqual([...new Set([...served, ...health])].sort());
  });

  test('have for each error that they name the answer that the server gives', async () => {
    const api = new DocumentedApi(describeApi(house.catalogue));
    const answers = new Map<string, { status: number; headers: Record<string, unknown>; body: unknown }>();
    for (const code of Object.keys(errorKinds)) {
      const answer = await server.inject(`/failing/${code}`);
      answers.set(code, { status: answer.statusCode, headers: answer.headers, body: answer.json() });
    }
    let held = 0;
    for (const { method, path, operation } of calls()) {
      for (const [status, response] of Object.entries(member(operation, 'responses'))) {
        const named = String(member({ response }, 'response')['description']).matchAll(/`([a-z_]+)`/g);
        for (const [, code = ''] of named) {
          const answer = answers.get(code);
          if (!answer || String(answer.status) !== status) continue;
          const url = path.replaceAll(/\{\w+\}/g, 'x');
          expect(api.faultsOf({ method, url, ...answer })).toEqual([]);
          for (const header of Object.keys(member(response, 'headers')).filter((name) =>
            /^(x-request|www)/i.test(name),
          ))
            expect(answer.headers).toHaveProperty(header.toLowerCase());
          held++;
        }
      }
    }
    expect(held).toBeGreaterThan(300);
  });
});
