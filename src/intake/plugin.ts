import type { FastifyPluginAsync } from 'fastify';
import { accountRoutes } from './account/routes.js';
import type { Authenticator } from './authenticate.js';
import { readJsonBodies } from './body.js';
import type { OpenSpool } from './bulk/port.js';
import { bulkRoutes } from './bulk/routes.js';
import { createCaller } from './caller.js';
import type { PublishedTypes } from './cloud-events/admission.js';
import { obtainToken, rotateOwnKey } from './credentials.js';
import { apiKeyRoutes } from './operator/api-keys.js';
import { operatorDesk } from './operator/desk.js';
import { organisationRoutes } from './operator/organisations.js';
import { supplierRoutes } from './operator/suppliers.js';
import { orderRoutes } from './order/routes.js';
import { refuseUnnameablePaths } from './paths.js';
import { payloadRoute } from './payload-route.js';
import type { EventEncoder, ForeseeFaults, IntakeStore } from './port.js';
import { processRoutes } from './process-routes.js';
import { eventRoutes } from './publish/routes.js';
import { ACCOUNT, ORDER } from './resources.js';
import { createCanceller, createDryRunner, createSubmitter } from './submit.js';
import { graphqlRoute } from './token/graphql.js';

export interface IntakeOptions {
  readonly store: IntakeStore;
  /** Encodes events of ours, and knows those that others may publish; the catalogue does. */
  readonly catalogue: EventEncoder & PublishedTypes;
  readonly authenticator: Authenticator;
  /** Whether GraphQL clients may ask for the schema; not in production. */
  readonly introspection: boolean;
  /** What the importer would say of a valid payload; dry runs ask. */
  readonly foresee: ForeseeFaults;
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
  foresee,
  openSpool,
  now = Date.now,
}: IntakeOptions) {
  const plugin: FastifyPluginAsync = async (server) => {
    readJsonBodies(server);
    refuseUnnameablePaths(server);
    const caller = createCaller(authenticator.authenticate);
    const { submit, submitAll } = createSubmitter(store, catalogue);
    eventRoutes(server, { store, catalogue, caller });
    const cancel = createCanceller(store, catalogue);
    const dryRun = createDryRunner(store, catalogue);
    accountRoutes(server, { submit, dryRun, foresee, caller, now });
    orderRoutes(server, { submit, caller, now });
    for (const resource of [ACCOUNT, ORDER]) {
      processRoutes(server, resource, { store, cancel, caller });
      payloadRoute(server, resource, { store, caller });
    }
    const desk = operatorDesk({ store, encoder: catalogue, forget: authenticator.forget });
    organisationRoutes(server, desk, caller);
    supplierRoutes(server, desk, store, caller);
    apiKeyRoutes(server, desk, caller);
    await server.register((scope) => bulkRoutes(scope, { submitAll, authenticator, caller, openSpool, now }));
    await server.register((scope) =>
      graphqlRoute(scope, {
        obtainToken: (apiKey) => obtainToken(store, apiKey),
        rotateApiKey: async (apiKey, overlapSeconds) => {
          const rotated = await rotateOwnKey(store, apiKey, overlapSeconds);
          await authenticator.forget(rotated?.tokens ?? []);
          return (
            rotated && {
              apiKey: rotated.secret,
              apiKeyId: rotated.made.api_key_id,
              expiresAt: rotated.made.expires_at,
              replacedExpiresAt: rotated.old.expires_at,
            }
          );
        },
        introspection,
      }),
    );
  };
  return plugin;
}
