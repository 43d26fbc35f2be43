import type { FastifyRequest } from 'fastify';
import { RequestError } from '../errors.js';
import type { EventRoutes, Past, ReadModels } from './port.js';
import { type ListName, type ListResource, lists } from './resources.js';
import type { Waiting } from './waiting.js';

/** What all calls need. */
export interface Calls {
  readonly readModels: ReadModels;
  readonly past: Past;
  readonly eventRoutes: EventRoutes;
  /** Whose things the sender of a request may see; `null`: everybody's. */
  readonly organisationOf: (request: FastifyRequest) => string | null;
  readonly waitFor: Waiting;
}

export const BASE = '/v1/query';

type WhoAsks = Pick<Calls, 'organisationOf'>;

/** Whose rows of a list the sender may see. @throws RequestError `permission_denied` where it is for operators */
export function readerOf(list: ListName, request: FastifyRequest, calls: WhoAsks): string | null {
  const { isForOperators }: ListResource = lists[list];
  if (isForOperators) forOperators(request, calls);
  return calls.organisationOf(request);
}

/** @throws RequestError `permission_denied` unless an operator asks */
export function forOperators(request: FastifyRequest, { organisationOf }: WhoAsks): void {
  if (organisationOf(request) === null) return;
  throw new RequestError('permission_denied', { detail: 'Only operators may see this.' });
}
