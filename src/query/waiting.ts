import type { FastifyInstance, FastifyReply } from 'fastify';
import { type FieldError, RequestError } from '../errors.js';
import { tellFreshness } from './freshness.js';
import type { ReadModels } from './port.js';
import { createPositionWatch } from './position-watch.js';
import type { ReadModelName } from './resources.js';
import type { Wait } from './wait-parameters.js';

/**
 * Returns once the read model has applied what the request waits for.
 *
 * @throws RequestError `not_yet_projected` where it has not in time; `failed_validation` where it never will.
 */
export type Waiting = (
  wait: Wait | undefined,
  readModel: ReadModelName | null,
  reply: FastifyReply,
) => Promise<void>;

// A projector that is caught up applies an event within some ten milliseconds.
const POLL_MS = 20;
// Each holds a connection of a client: so many are a client's mistake, and others need room.
const WAITING_MOST = 1_000;
const RETRY_SECONDS_MAX = 30;

/** Waiting for positions, for the calls of `server`; it ends when the server closes. */
export function createWaiting(server: FastifyInstance, readModels: ReadModels): Waiting {
  const watch = createPositionWatch({
    freshness: (readModel) => readModels.freshness(readModel),
    pollMs: POLL_MS,
    waitingMost: WAITING_MOST,
  });
  server.addHook('preClose', async () => watch.close());

  return async (wait, readModel, reply) => {
    if (!wait || !readModel) return;
    const gone = new AbortController();
    const abort = () => gone.abort();
    reply.raw.once('close', abort);
    const reached = await watch
      .reached(readModel, wait.positions, wait.waitMs, gone.signal)
      .finally(() => reply.raw.off('close', abort));
    if (reached.outcome === 'unknown_partition') {
      throw new RequestError('failed_validation', {
        errors: [unknownPartition(reached.partition, wait.attr)],
      });
    }
    if (reached.outcome === 'reached') return;
    const { freshness } = reached;
    tellFreshness(reply, freshness);
    reply.header(
      'retry-after',
      String(Math.min(RETRY_SECONDS_MAX, Math.max(1, Math.ceil(freshness.lagSeconds)))),
    );
    throw new RequestError('not_yet_projected');
  };
}

const unknownPartition = (partition: number, attr = 'wait_for'): FieldError => ({
  detail: `The log has no partition ${partition}.`,
  code: 'invalid_parameter',
  attr,
});
