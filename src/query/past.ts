import type { FastifyReply } from 'fastify';
import { RequestError } from '../errors.js';
import type { Calls } from './calls.js';
import { tellFreshness } from './freshness.js';
import type { EventBehind, Freshness, PastRequest, Row } from './port.js';
import type { Wait } from './wait-parameters.js';

const HISTORY = 'event-history';

/** What is asked for, as the API shows it. @throws RequestError `not_yet_projected` where the history is not that far */
export async function recall(
  { past, waitFor }: Pick<Calls, 'past' | 'waitFor'>,
  request: PastRequest,
  wait: Wait | undefined,
  reply: FastifyReply,
): Promise<{ rows: readonly Row[]; events: readonly unknown[]; freshness: Freshness }> {
  const { positions, time } = request.asOf ?? {};
  await waitFor(wait, HISTORY, reply);
  if (positions) await waitFor({ positions, waitMs: wait?.waitMs ?? 0, attr: 'as_of' }, HISTORY, reply);
  // Before the lag is taken: it may only seem to be further behind than it is.
  const askedAt = Date.now();
  const { value, freshness } = await past.recall(request);
  tellFreshness(reply, freshness);
  // What was appended since the oldest event that is missing may have happened before that time.
  if (time !== undefined && Date.parse(time) > askedAt - freshness.lagSeconds * 1_000) {
    reply.header('retry-after', '1');
    throw new RequestError('not_yet_projected', {
      detail: 'The event history has not come as far as as_of yet; its position and lag are in the headers.',
    });
  }
  return { rows: value.rows, events: value.events.map(present), freshness };
}

function present({
  eventId,
  source,
  type,
  version,
  upcastPath,
  occurredAt,
  partition,
  sequence,
  effects,
}: EventBehind) {
  return {
    event_id: eventId,
    source,
    event_type: type,
    event_version: version,
    upcast_path: upcastPath,
    occurred_at: occurredAt,
    partition,
    sequence,
    effects,
  };
}
