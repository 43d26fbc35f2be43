import type { FastifyPluginAsync } from 'fastify';
import { payloadRoute } from './account/payload-route.js';
import { accountRoutes } from './account/routes.js';
import type { Authenticator } from './authenticate.js';
import { readJsonBodies } from './body.js';
import { createCaller } from './caller.js';
import type { PublishedTypes } from './cloud-events/admission.js';
import { obtainToken } from './credentials.js';
import { apiKeyRoutes } from './operator/api-keys.js';
import { organisationRoutes } from './operator/organisations.js';
import { supplierRoutes } from './operator/suppliers.js';
import { refuseUnnameablePaths } from './paths.js';
import type { EventEncoder, IntakeStore } from './port.js';
import { eventRoutes } from './publish/routes.js';
import { createSubmitter } from './submit.js';
import { graphqlRoute } from './token/graphql.js';

export interface IntakeOptions {
  readonly store: IntakeStore;
  /** Encodes events of ours, and knows those that others may publish; the catalogue does. */
  readonly catalogue: EventEncoder & PublishedTypes;
  readonly authenticator: Authenticator;
  /** Whether GraphQL clients may ask for the schema; not in production. */
  readonly introspection: boolean;
  /** Unix milliseconds; default the system's clock. */
  readonly now?: () => number;
}

/** All calls of intake, as a plugin of the one server. */
export function intakePlugin({
  store,
  catalogue,
  authenticator,
  introspection,
  now = Date.now,
}: IntakeOptions) {
  const plugin: FastifyPluginAsync = async (server) => {
    readJsonBodies(server);
    refuseUnnameablePaths(server);
    const caller = createCaller(authenticator.authenticate);
    const submit = createSubmitter(store, catalogue);
    eventRoutes(server, { store, catalogue, caller });
    accountRoutes(server, { store, submit, caller, now });
    payloadRoute(server, store, caller);
    organisationRoutes(server, store, catalogue, caller);
    supplierRoutes(server, store, catalogue, caller);
    apiKeyRoutes(server, store, caller, authenticator.forget);
    await server.register((scope) =>
      graphqlRoute(scope, { obtainToken: (apiKey) => obtainToken(store, apiKey), introspection }),
    );
  };
  return plugin;
}
