import type { Envelope } from '../event/index.js';
import type { CurrentEvents, EventType, InternalEventType } from '../generated/events.js';
import { headerText, type Origin } from './origins.js';
import type { RecordHeaders } from './port.js';

/** The types that leave an installation. */
export type ConsumedType = Exclude<EventType, InternalEventType>;

/** An event as a handler gets it. */
export interface ConsumedEvent<Type extends ConsumedType = ConsumedType> {
  readonly type: Type;
  /** The payload in the current form of its type, whatever version it was sent in. Unknown is null. */
  readonly data: CurrentEvents[Type];
  /** CloudEvents attributes; `version` is the one it was sent in. */
  readonly envelope: Envelope;
  /** Its place in the installation's log, the same however often it comes; `null` where the record does not say. */
  readonly origin: Origin | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

/** A union of {@link ConsumedEvent}s, so that `event.type` tells which `data` it has. */
export type AnyConsumedEvent<Type extends ConsumedType = ConsumedType> = {
  [One in Type]: ConsumedEvent<One>;
}[Type];

/** What the headers must say of an event. */
const REQUIRED = [
  'ce_id',
  'ce_source',
  'ce_type',
  'ce_payloadversion',
  'ce_time',
  'ce_partitionkey',
] as const;

/** The first required header that a record lacks. */
export function missingHeader(headers: RecordHeaders | undefined): string | undefined {
  return REQUIRED.find((name) => headers?.[name] === undefined);
}

/** @param headers of which none is missing that is required */
export function envelopeOf(headers: RecordHeaders | undefined, type: string): Envelope {
  return {
    id: required(headers, 'ce_id'),
    source: required(headers, 'ce_source'),
    type,
    version: required(headers, 'ce_payloadversion'),
    time: required(headers, 'ce_time'),
    subject: optional(headers, 'ce_subject'),
    key: required(headers, 'ce_partitionkey'),
    importSupplier: optional(headers, 'ce_importsupplier'),
    organisation: optional(headers, 'ce_organisation'),
    causationId: optional(headers, 'ce_causationid'),
    correlationId: optional(headers, 'ce_correlationid'),
    traceparent: optional(headers, 'traceparent'),
  };
}

const required = (headers: RecordHeaders | undefined, name: string) => headerText(headers, name) ?? '';
const optional = (headers: RecordHeaders | undefined, name: string) => headerText(headers, name) ?? null;
