import { type Catalogue, type Payload, samplePayload, type TypeInfo } from '../../catalogue/index.js';
import type { Envelope } from '../../event/index.js';

const SUBJECT = 'account/A-10423977';

/** A CloudEvent in JSON's structured mode: what webhooks get, and what `POST /v1/events/` takes. */
export interface SampleEvent {
  readonly specversion: '1.0';
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly payloadversion: string;
  readonly time: string;
  readonly subject?: string;
  readonly data: Payload;
}

/** An event of the newest version with every field, made up and always the same. */
export function sampleEvent(catalogue: Catalogue, { name: type, newest }: TypeInfo): SampleEvent {
  const { id, source, version, time, subject } = sampleEnvelope(catalogue, type, newest.version);
  return {
    specversion: '1.0',
    id,
    source,
    type,
    payloadversion: version,
    time,
    ...(subject !== null && { subject }),
    data: samplePayload(newest.fields),
  };
}

/** What is said about a made-up event; its subject is an account where the type speaks of one. */
export function sampleEnvelope(catalogue: Catalogue, type: string, version: string): Envelope {
  const current = catalogue.types.get(type)?.current.fields ?? [];
  return {
    id: 'sample-1',
    source: 'acme/crm',
    type,
    version,
    time: '2026-03-01T10:00:00.000Z',
    subject: current.some(({ name }) => name === 'account_number') ? SUBJECT : null,
    key: 'sample',
    importSupplier: null,
    organisation: 'acme',
    causationId: null,
    correlationId: null,
    traceparent: null,
  };
}
