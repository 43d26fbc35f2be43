import type { Envelope } from '../../event/index.js';
import { isLine } from '../formats/text.js';
import { readTime } from './time.js';

/** Context attributes of CloudEvents 1.0 and our extensions, by the names they have in JSON and, behind `ce_`, in Kafka. */
export const attributeNames = [
  'specversion',
  'id',
  'source',
  'type',
  'payloadversion',
  'time',
  'subject',
  'importsupplier',
  'organisation',
  'causationid',
  'correlationid',
  'traceparent',
] as const;
export type AttributeName = (typeof attributeNames)[number];

/** What a publisher said of an event. What is not there it did not say. */
export type GivenAttributes = { readonly [Name in AttributeName]?: string | undefined };

export type AttributeFaultCode =
  | 'required'
  | 'blank'
  | 'too_long'
  | 'invalid_characters'
  | 'invalid_choice'
  | 'invalid_time'
  | 'reserved_source';

export interface AttributeFault {
  readonly attribute: AttributeName;
  readonly code: AttributeFaultCode;
  readonly detail: string;
}

/** An envelope to which only the key is missing. */
export type Unkeyed = Omit<Envelope, 'key'>;

export type ReadAttributes =
  | { readonly outcome: 'valid'; readonly attributes: Unkeyed }
  | { readonly outcome: 'invalid'; readonly faults: readonly AttributeFault[] };

const REQUIRED = ['specversion', 'id', 'source', 'type', 'payloadversion', 'time'] as const;

/** Characters: long enough for any URI or name in use, short enough that an envelope stays a small part of an event. */
const LENGTH_MAX = 255;

/** Events of this installation's own rooms begin so; who publishes is somebody else. */
const OWN_SOURCE = /^headrace/i;
const SPEC_VERSION = '1.0';
/** What nearly every attribute is, and a quick look tells. */
const PLAIN = /^[!-~][ -~]*$/;
const HALF_A_PAIR = /\p{Surrogate}/u;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Checks what was said, whether in headers or in JSON, and finds every fault. Type and version are not looked up here. */
export function readAttributes(given: GivenAttributes): ReadAttributes {
  const faults: AttributeFault[] = [];
  const report = (attribute: AttributeName, code: AttributeFaultCode, detail: string) =>
    faults.push({ attribute, code, detail });
  for (const name of REQUIRED) if (given[name] === undefined) report(name, 'required', 'is required');
  for (const name of attributeNames) {
    const text = given[name];
    if (text !== undefined) checkText(name, text, report);
  }
  const time = given.time === undefined ? undefined : readTime(given.time);
  const { specversion, id, source, type, payloadversion: version } = given;
  if (specversion !== undefined && specversion !== SPEC_VERSION) {
    report('specversion', 'invalid_choice', `must be ${SPEC_VERSION}`);
  }
  if (source !== undefined && OWN_SOURCE.test(source)) {
    report('source', 'reserved_source', 'names this installation itself');
  }
  if (given.time !== undefined && time === undefined) {
    report('time', 'invalid_time', 'must be a time of RFC 3339, e.g. 2026-01-31T12:00:00Z');
  }
  if (faults.length > 0 || !id || !source || !type || !version || !time)
    return { outcome: 'invalid', faults };
  const { subject, importsupplier, organisation, causationid, correlationid, traceparent } = given;
  return {
    outcome: 'valid',
    attributes: {
      id,
      source,
      type,
      version,
      time,
      subject: subject ?? null,
      importSupplier: importsupplier ?? null,
      organisation: organisation ?? null,
      causationId: causationid ?? null,
      correlationId: correlationid ?? null,
      // A trace that cannot be followed is not worth an event: as HTTP has it, an invalid one is none.
      traceparent: traceparent !== undefined && TRACEPARENT.test(traceparent) ? traceparent : null,
    },
  };
}

function checkText(
  name: AttributeName,
  text: string,
  report: (attribute: AttributeName, code: AttributeFaultCode, detail: string) => void,
): void {
  if (text === '') report(name, 'blank', 'is empty');
  else if (text.length > LENGTH_MAX) report(name, 'too_long', `has more than ${LENGTH_MAX} characters`);
  else if (!PLAIN.test(text) && (!isLine(text) || HALF_A_PAIR.test(text))) {
    report(name, 'invalid_characters', 'has control characters, or nothing but spaces');
  }
}
