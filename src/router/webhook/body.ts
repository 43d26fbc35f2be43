import type { Catalogue } from '../../catalogue/index.js';
import { Decoding } from '../convert.js';
import type { QueuedEvent } from '../port.js';
import type { Route } from '../route.js';

export const CONTENT_TYPE = 'application/cloudevents+json; charset=utf-8';

/**
 * An event as a CloudEvent in JSON's structured mode. Extensions are named as the headers of records are, without their
 * prefix; what is not known is left out.
 *
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 *
 * @throws DataFault where the event cannot be decoded
 */
export function webhookBody(catalogue: Catalogue, route: Route, queued: QueuedEvent): string {
  const event = { ...queued, appendedAt: 0 };
  const { envelope } = event;
  const written = new Decoding(catalogue, event).as(route.as);
  const form = typeof written === 'string' ? envelope.version : written.version;
  const payload = typeof written === 'string' ? event.payload : written.payload;
  return JSON.stringify({
    specversion: '1.0',
    id: envelope.id,
    source: envelope.source,
    type: envelope.type,
    time: envelope.time,
    subject: envelope.subject ?? undefined,
    datacontenttype: 'application/json',
    payloadversion: form,
    partitionkey: envelope.key,
    sequence: `${event.sequence}`,
    origin: `${event.partition}/${event.sequence}`,
    importsupplier: envelope.importSupplier ?? undefined,
    organisation: envelope.organisation ?? undefined,
    causationid: envelope.causationId ?? undefined,
    correlationid: envelope.correlationId ?? undefined,
    traceparent: envelope.traceparent ?? undefined,
    notconverted: typeof written === 'string' ? `${route.as}: ${written}` : undefined,
    data:
      form === 'current'
        ? catalogue.decodeCurrentForm(envelope.type, payload)
        : catalogue.decode(envelope.type, form, payload),
  });
}
