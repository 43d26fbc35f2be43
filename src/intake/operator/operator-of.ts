import type { FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import type { Operator } from './desk.js';

/** The operator who sent a request that passed the check. */
export function operatorOf(caller: Caller, request: FastifyRequest): Operator {
  return {
    context: requestContext(request.id, request.headers['traceparent']),
    apiKeyId: caller.identityOf(request).apiKeyId,
  };
}
