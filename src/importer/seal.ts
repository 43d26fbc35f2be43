import { type EventToAppend, newEventId } from '../event/index.js';
import type { Origin } from './claimed.js';
import type { NewEvent } from './events.js';
import type { EventEncoder } from './port.js';

const SOURCE = 'headrace/importer';

/**
 * Encodes an event and fills its envelope in.
 *
 * @param time when it happened: UTC, ISO 8601 with milliseconds
 * @throws where the data does not fit the event's schema
 */
export function seal(event: NewEvent, origin: Origin, time: string, encoder: EventEncoder): EventToAppend {
  const { type, version, key, subject } = event;
  return {
    envelope: {
      id: newEventId(),
      source: SOURCE,
      type,
      version,
      time,
      subject,
      key,
      importSupplier: origin.importSupplier,
      organisation: origin.organisation,
      causationId: origin.causationId,
      correlationId: origin.correlationId,
      traceparent: origin.traceparent,
    },
    payload: encoder.encodeUnknown(type, version, event.data),
  };
}
