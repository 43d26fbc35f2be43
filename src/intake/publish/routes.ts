import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldError, RequestError } from '../../errors.js';
import type { Caller } from '../caller.js';
import type { PublishedTypes } from '../cloud-events/admission.js';
import { fault } from '../codes.js';
import { requestContext } from '../context.js';
import { refusal } from '../faults.js';
import { parseJson } from '../json/parse.js';
import { readParameters } from '../parameters.js';
import { tellPosition } from '../position-header.js';
import { fromBinary, fromJson, type GivenEvent, isBinary } from './given-event.js';
import type { PublishStore } from './port.js';
import { type PublishedEvent, readEvent } from './read-event.js';
import { createPublisher } from './submit.js';

const PATH = '/v1/events/';
const SINGLE = 'application/cloudevents+json';
const BATCH = 'application/cloudevents-batch+json';
/** Binary mode: the body is the payload alone. */
const PAYLOAD = 'application/json';

const EVENT_BODY_BYTES_MAX = 1_024 * 1_024;
const BATCH_BODY_BYTES_MAX = 4 * 1_024 * 1_024;
const BATCH_EVENTS_MAX = 1_000;
/** Untyped objects of the catalogue nest; what is deeper serves nobody. */
const DEPTH_MAX = 40;

/** What was sent, by the body's type: an event, a list of them, or a payload whose event is in the headers. */
interface Body {
  readonly kind: 'single' | 'batch' | 'payload';
  readonly value: unknown;
}

export interface EventRoutes {
  readonly store: PublishStore;
  readonly catalogue: PublishedTypes;
  readonly caller: Caller;
}

/** `POST /v1/events/`: other systems publish events of the catalogue as CloudEvents. */
export function eventRoutes(server: FastifyInstance, { store, catalogue, caller }: EventRoutes): void {
  const publish = createPublisher(store);
  void server.register(async (scope) => {
    readBodies(scope);
    scope.post<{ Body: Body }>(PATH, { onRequest: caller.check('publish') }, async (request, reply) => {
      const organisation = caller.organisationOf(request);
      readParameters(request);
      const context = requestContext(request.id, request.headers['traceparent']);
      const given = givenEvents(request);
      const events: PublishedEvent[] = [];
      const errors: FieldError[] = [];
      for (const one of given) {
        const read = readEvent(catalogue, organisation, context, one);
        if (read.outcome === 'valid') events.push(read.published);
        else errors.push(...read.errors);
      }
      if (errors.length > 0) throw refused(errors);
      const positions = await publish({ organisation, events });
      reply.code(202);
      tellPosition(reply, positions);
      return {
        events: events.map(({ event: { envelope } }) => ({ source: envelope.source, id: envelope.id })),
      };
    });
  });
}

function readBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  for (const [type, kind, bodyLimit] of [
    [SINGLE, 'single', EVENT_BODY_BYTES_MAX],
    [BATCH, 'batch', BATCH_BODY_BYTES_MAX],
    [PAYLOAD, 'payload', EVENT_BODY_BYTES_MAX],
  ] as const) {
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit },
      async (_request: unknown, body: Buffer) => ({ kind, value: parseJson(body, DEPTH_MAX) }),
    );
  }
}

/** @throws RequestError where the body is no event, nor a list of them */
function givenEvents({ body, headers }: FastifyRequest<{ Body: Body | undefined }>): GivenEvent[] {
  if (!body || (body.kind === 'payload' && !isBinary(headers))) {
    throw new RequestError('unsupported_media_type', {
      detail: `Send Content-Type: ${SINGLE}, ${BATCH}, or ${PAYLOAD} with the event's attributes in ce- headers.`,
    });
  }
  if (body.kind === 'single') return [fromJson(body.value)];
  if (body.kind === 'payload') return [fromBinary(headers, body.value)];
  if (!Array.isArray(body.value)) {
    throw refused([fault('invalid_type', '', 'A batch is a JSON array of events.')]);
  }
  if (body.value.length === 0) throw refused([fault('too_few_items', '', 'A batch has at least one event.')]);
  if (body.value.length > BATCH_EVENTS_MAX) {
    throw refused([fault('too_many_items', '', `A batch has at most ${BATCH_EVENTS_MAX} events.`)]);
  }
  return body.value.map((event, index) => fromJson(event, index));
}

function refused(errors: readonly FieldError[]): RequestError {
  const reserved = errors.some(({ code }) => code === 'reserved_event_type');
  return refusal(reserved ? 'event_type_reserved' : 'event_failed_validation', errors);
}
