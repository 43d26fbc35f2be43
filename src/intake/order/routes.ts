import type { FastifyInstance } from 'fastify';
import { answerAccepted } from '../answer-accepted.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import { readIdempotencyKey } from '../idempotency.js';
import { readParameters } from '../parameters.js';
import { ORDER } from '../resources.js';
import { type Submit, takeIn } from '../take-in.js';
import { checkOrder } from './validate.js';

export interface OrderRoutes {
  readonly submit: Submit;
  readonly caller: Caller;
  readonly now: () => number;
}

/** `POST /v1/data-import/orders/`. */
export function orderRoutes(server: FastifyInstance, { submit, caller, now }: OrderRoutes): void {
  server.post(ORDER.path, { onRequest: caller.check('import') }, async (request, reply) => {
    const organisation = caller.organisationOf(request);
    const today = new Date(now()).toISOString().slice(0, 10);
    readParameters(request);
    const context = requestContext(request.id, request.headers['traceparent']);
    const checked = checkOrder(request.body, today);
    const idempotencyKey = readIdempotencyKey(request);
    const arrival = {
      resource: ORDER,
      organisation,
      payload: request.body,
      checked,
      context,
      idempotencyKey,
    };
    return answerAccepted(reply, ORDER, await takeIn(submit, arrival));
  });
}
