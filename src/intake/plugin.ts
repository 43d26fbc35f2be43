import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from './account/routes.js';
import type { Authenticator } from './authenticate.js';
import { readJsonBodies } from './body.js';
import type { OpenSpool } from './bulk/port.js';
import { bulkRoutes } from './bulk/routes.js';
import { createCaller } from './caller.js';
import { obtainToken } from './credentials.js';
import { apiKeyRoutes } from './operator/api-keys.js';
import { organisationRoutes } from './operator/organisations.js';
import { supplierRoutes } from './operator/suppliers.js';
import { refuseUnnameablePaths } from './paths.js';
import type { EventEncoder, IntakeStore } from './port.js';
import { createSubmitter } from './submit.js';
import { graphqlRoute } from './token/graphql.js';

export interface IntakeOptions {
  readonly store: IntakeStore;
  /** Encodes events; the catalogue does. */
  readonly catalogue: EventEncoder;
  readonly authenticator: Authenticator;
  /** Whether GraphQL clients may ask for the schema; not in production. */
  readonly introspection: boolean;
  /** Opens what keeps the results of a stream. */
  readonly openSpool: OpenSpool;
  /** Unix milliseconds; default the system's clock. */
  readonly now?: () => number;
}

/** All calls of intake, as a plugin of the one server. */
export function intakePlugin({
  store,
  catalogue,
  authenticator,
  introspection,
  openSpool,
  now = Date.now,
}: IntakeOptions) {
  const plugin: FastifyPluginAsync = async (server) => {
    readJsonBodies(server);
    refuseUnnameablePaths(server);
    const caller = createCaller(authenticator.authenticate);
    const { submit, submitAll } = createSubmitter(store, catalogue);
    accountRoutes(server, { store, submit, caller, now });
    organisationRoutes(server, store, catalogue, caller);
    supplierRoutes(server, store, catalogue, caller);
    apiKeyRoutes(server, store, caller, authenticator.forget);
    await server.register((scope) => bulkRoutes(scope, { submitAll, authenticator, caller, openSpool, now }));
    await server.register((scope) =>
      graphqlRoute(scope, { obtainToken: (apiKey) => obtainToken(store, apiKey), introspection }),
    );
  };
  return plugin;
}
