import { type DecodedEvent, type Envelope, type EventToAppend, newEventId } from '../../src/event/index.js';

/** An envelope with everything a test does not care about filled in. */
export function envelope(known: Partial<Envelope> & { type: string }): Envelope {
  return {
    id: newEventId(),
    source: 'test',
    version: 'v1',
    time: '2026-01-01T00:00:00.000Z',
    subject: null,
    key: 'key',
    importSupplier: null,
    organisation: null,
    causationId: null,
    correlationId: null,
    traceparent: null,
    ...known,
  };
}

/** An event of a made-up type whose payload is JSON: for tests in which the catalogue plays no part. */
export function jsonEvent(known: Partial<Envelope> & { type: string }, data: object = {}): EventToAppend {
  return { envelope: envelope(known), payload: Buffer.from(JSON.stringify(data)) };
}

/** Decodes {@link jsonEvent}. */
export function decodeJson(event: EventToAppend & { partition: number; sequence: number }): DecodedEvent {
  return {
    type: event.envelope.type,
    data: JSON.parse(event.payload.toString()),
    envelope: event.envelope,
    partition: event.partition,
    sequence: event.sequence,
  };
}
