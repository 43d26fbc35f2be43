import type { FieldError } from '../../errors.js';
import { type AttributeName, attributeNames, type GivenAttributes } from '../cloud-events/attributes.js';
import { fault } from '../codes.js';
import { isRecord } from '../json/is-record.js';
import { shownAttr } from '../structure.js';

/** An event as a client sent it. */
export interface GivenEvent {
  readonly attributes: GivenAttributes;
  /** `undefined` where there is none. */
  readonly data: unknown;
  /** What is wrong with it before anybody looks at what it says. */
  readonly errors: readonly FieldError[];
  /** Makes an `attr` of a path within the event: in a batch its index stands before it. */
  readonly attr: (path: string) => string;
}

/** Whose it is follows from the token. */
const taken: ReadonlySet<string> = new Set(attributeNames.filter((name) => name !== 'organisation'));
const isAttribute = (name: string): name is AttributeName => taken.has(name);
const CONTENT_TYPE = /^application\/json(\s*;\s*charset\s*=\s*"?utf-8"?)?$/i;

/** An event in CloudEvents' JSON format. */
export function fromJson(value: unknown, index?: number): GivenEvent {
  const attr = (path: string) => (index === undefined ? path : path === '' ? `${index}` : `${index}.${path}`);
  const errors: FieldError[] = [];
  const attributes: { [Name in AttributeName]?: string } = {};
  if (!isRecord(value)) {
    errors.push(fault('invalid_type', attr(''), 'An event is a JSON object.'));
    return { attributes, data: undefined, errors, attr };
  }
  for (const [name, member] of Object.entries(value)) {
    if (name === 'data') continue;
    const at = attr(shownAttr(name));
    if (name !== 'datacontenttype' && !isAttribute(name)) errors.push(fault('unknown_field', at));
    else if (member === null) errors.push(fault('null_not_allowed', at));
    else if (typeof member !== 'string')
      errors.push(fault('invalid_type', at, 'The value must be a string.'));
    else if (isAttribute(name)) attributes[name] = member;
    else if (!CONTENT_TYPE.test(member)) {
      errors.push(fault('invalid_choice', at, 'datacontenttype must be application/json.'));
    }
  }
  return { attributes, data: value['data'], errors, attr };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a request is an event in binary mode: attributes in headers, the payload alone in the body. */
export function isBinary(headers: Headers): boolean {
  return Object.keys(headers).some((name) => name.startsWith('ce-'));
}

/** An event in binary mode; header values are percent-encoded, as CloudEvents' HTTP binding has it. */
export function fromBinary(headers: Headers, data: unknown): GivenEvent {
  const errors: FieldError[] = [];
  const attributes: { [Name in AttributeName]?: string } = {};
  for (const [header, value] of Object.entries(headers)) {
    if (!header.startsWith('ce-')) continue;
    const name = header.slice(3);
    if (!isAttribute(name)) errors.push(fault('unknown_field', shownAttr(name)));
    else {
      try {
        attributes[name] = decodeURIComponent(String(value));
      } catch {
        errors.push(fault('invalid_characters', name));
      }
    }
  }
  return { attributes, data, errors, attr: (path) => path };
}
