import type { FastifyInstance } from 'fastify';
import { answerAccepted } from '../answer-accepted.js';
import type { Caller } from '../caller.js';
import { requestContext } from '../context.js';
import type { DryRun, DryRunRequest } from '../dry-run.js';
import { readIdempotencyKey } from '../idempotency.js';
import { readFlag, readParameters } from '../parameters.js';
import type { ForeseeFaults } from '../port.js';
import { ACCOUNT } from '../resources.js';
import { type Submit, takeIn } from '../take-in.js';
import { dryRunAccount } from './dry-run-account.js';
import { accountArrival } from './import-account.js';

export interface AccountRoutes {
  readonly submit: Submit;
  readonly dryRun: (request: DryRunRequest) => Promise<DryRun>;
  readonly foresee: ForeseeFaults;
  readonly caller: Caller;
  readonly now: () => number;
}

/** `POST /v1/data-import/accounts/`, and the same with `?dry_run=true`. */
export function accountRoutes(
  server: FastifyInstance,
  { submit, dryRun, foresee, caller, now }: AccountRoutes,
): void {
  server.post(ACCOUNT.path, { onRequest: caller.check('import') }, async (request, reply) => {
    const organisation = caller.organisationOf(request);
    const today = new Date(now()).toISOString().slice(0, 10);
    const isDryRun = readFlag(readParameters(request, ['dry_run']), 'dry_run');
    const context = requestContext(request.id, request.headers['traceparent']);
    if (isDryRun) return dryRunAccount(dryRun, foresee, organisation, request.body, context, today);
    const arrival = accountArrival(organisation, request.body, context, today);
    const idempotencyKey = readIdempotencyKey(request);
    return answerAccepted(reply, ACCOUNT, await takeIn(submit, { ...arrival, idempotencyKey }));
  });
}
