import type { FastifyRequest } from 'fastify';
import { RequestError } from '../errors.js';
import type { Authenticate } from './authenticate.js';
import type { Identity, Scope } from './port.js';

/** Knows who sent each request of the routes it guards. */
export interface Caller {
  /** An `onRequest` hook: before a byte of the body is read, the token must be good and have the scope. */
  readonly check: (scope: Scope) => (request: FastifyRequest) => Promise<void>;
  /** Who sent a request that passed the check. */
  readonly identityOf: (request: FastifyRequest) => Identity;
  /** The organisation of a request that passed the check. */
  readonly organisationOf: (request: FastifyRequest) => string;
}

export function createCaller(authenticate: Authenticate): Caller {
  const identities = new WeakMap<FastifyRequest, Identity>();
  const identityOf = (request: FastifyRequest): Identity => {
    const identity = identities.get(request);
    if (!identity) throw new Error('a route without a check asked for its caller');
    return identity;
  };
  return {
    identityOf,
    check: (scope) => async (request) => {
      identities.set(request, await authenticate(request.headers.authorization, scope));
    },
    organisationOf: (request) => {
      const { organisation } = identityOf(request);
      if (organisation === null) {
        throw new RequestError('permission_denied', { detail: 'This call is for keys of an organisation.' });
      }
      return organisation;
    },
  };
}
