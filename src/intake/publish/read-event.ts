import { PayloadFault } from '../../catalogue/index.js';
import { DataFault, type FieldError } from '../../errors.js';
import type { EventToAppend } from '../../event/index.js';
import {
  type Admission,
  admit,
  PAYLOAD_BYTES_MAX,
  type PublishedTypes,
  publishedKey,
} from '../cloud-events/admission.js';
import { readAttributes, type Unkeyed } from '../cloud-events/attributes.js';
import { type Identity, identify } from '../cloud-events/identity.js';
import { type FieldCode, fault } from '../codes.js';
import type { RequestContext } from '../context.js';
import { accountsIn, type NamedAccount } from './account-numbers.js';
import { attributeError, payloadError } from './faults.js';
import type { GivenEvent } from './given-event.js';

/** An event an organisation may publish, if its accounts are its own. */
export interface PublishedEvent {
  readonly event: EventToAppend;
  readonly identity: Identity;
  readonly accounts: readonly NamedAccount[];
  readonly attr: (path: string) => string;
}

export type ReadEvent =
  | { readonly outcome: 'valid'; readonly published: PublishedEvent }
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

/** Of one event; beyond it, counting would be work for nobody. */
const FAULTS_MAX = 10_000;

/** Checks an event, and finds every fault in it. */
export function readEvent(
  catalogue: PublishedTypes,
  organisation: string,
  context: RequestContext,
  given: GivenEvent,
): ReadEvent {
  const { attr } = given;
  const known = new Set(given.errors.map((error) => error.attr));
  // What is no event at all lacks everything: one cause is one fault.
  if (known.has(attr(''))) return { outcome: 'invalid', errors: given.errors };
  const read = readAttributes(given.attributes);
  const errors = [...given.errors];
  if (read.outcome === 'invalid') {
    for (const one of read.faults) {
      const error = attributeError(one, attr(one.attribute));
      // A member of the wrong type is there.
      if (!known.has(error.attr)) errors.push(error);
    }
  }
  const { type, payloadversion: version } = given.attributes;
  if (type) {
    const admission = admit(catalogue.types, type, version ?? '');
    const of = admissionFaults[admission];
    if (of && (version || of.code !== 'unknown_event_version'))
      errors.push(fault(of.code, attr(of.attribute)));
    if (version && admission === 'admitted') errors.push(...dataErrors(catalogue, type, version, given));
  }
  if (errors.length > 0 || read.outcome === 'invalid') return { outcome: 'invalid', errors };
  return toEvent(catalogue, organisation, context, read.attributes, given);
}

const admissionFaults: Readonly<
  Record<Admission, { readonly code: FieldCode; readonly attribute: string } | undefined>
> = {
  admitted: undefined,
  reserved_type: { code: 'reserved_event_type', attribute: 'type' },
  unknown_type: { code: 'unknown_event_type', attribute: 'type' },
  unknown_version: { code: 'unknown_event_version', attribute: 'payloadversion' },
};

function dataErrors(
  catalogue: PublishedTypes,
  type: string,
  version: string,
  { data, attr }: GivenEvent,
): FieldError[] {
  if (data === undefined) return [fault('required', attr('data'))];
  const faults = catalogue.check(type, version, data, FAULTS_MAX);
  return faults.map((one) => payloadError(one, attr('data')));
}

function toEvent(
  catalogue: PublishedTypes,
  organisation: string,
  context: RequestContext,
  attributes: Unkeyed,
  { data, attr }: GivenEvent,
): ReadEvent {
  const { type, version, subject, correlationId, traceparent } = attributes;
  const invalid = (error: FieldError): ReadEvent => ({ outcome: 'invalid', errors: [error] });
  try {
    const payload = catalogue.encodeUnknown(type, version, data);
    if (payload.length > PAYLOAD_BYTES_MAX) {
      return invalid(
        fault('too_long', attr('data'), `The payload may have at most ${PAYLOAD_BYTES_MAX} bytes as Avro.`),
      );
    }
    const decoded = catalogue.decode(type, version, payload);
    const envelope = {
      ...attributes,
      organisation,
      key: publishedKey(catalogue, type, version, decoded, organisation),
      correlationId: correlationId ?? context.requestId,
      traceparent: traceparent ?? context.traceparent,
    };
    const event = { envelope, payload };
    const fields = catalogue.types.get(type)?.versions.find((one) => one.version === version)?.fields ?? [];
    const accounts = accountsIn(fields, decoded, subject, attr);
    return {
      outcome: 'valid',
      published: { event, identity: identify(organisation, event), accounts, attr },
    };
  } catch (error) {
    if (!(error instanceof DataFault) || error instanceof PayloadFault) throw error;
    // What is checked already can only be without a usable key.
    return invalid(fault('invalid_characters', attr('data'), `${error.message}.`));
  }
}
