import type { FieldFault, FieldFaultCode } from '../../catalogue/index.js';
import type { FieldError } from '../../errors.js';
import type { AttributeFault, AttributeFaultCode } from '../cloud-events/attributes.js';
import { type FieldCode, fault } from '../codes.js';
import { shownAttr } from '../structure.js';

const attributeCodes: Readonly<Record<AttributeFaultCode, FieldCode>> = {
  required: 'required',
  blank: 'blank',
  too_long: 'too_long',
  invalid_characters: 'invalid_characters',
  invalid_choice: 'invalid_choice',
  invalid_time: 'invalid_time',
  reserved_source: 'reserved_source',
};

const payloadCodes: Readonly<Record<FieldFaultCode, FieldCode>> = {
  required: 'required',
  unknown_field: 'unknown_field',
  wrong_type: 'invalid_type',
  unsafe_integer: 'out_of_range',
  not_finite: 'out_of_range',
  malformed_text: 'invalid_characters',
  invalid_json: 'invalid_type',
};

/** A fault of an attribute, as a client is told of it. */
export function attributeError({ attribute, code, detail }: AttributeFault, attr: string): FieldError {
  const says = code === 'too_long' || code === 'invalid_choice';
  return fault(attributeCodes[code], attr, ...(says ? [`${attribute} ${detail}.`] : []));
}

/** A fault of a payload, as a client is told of it. @param data `attr` of the payload itself */
export function payloadError({ path, code, detail }: FieldFault, data: string): FieldError {
  const attr = shownAttr(path === '' ? data : `${data}.${path}`);
  if (code === 'required' || code === 'unknown_field') return fault(payloadCodes[code], attr);
  return fault(payloadCodes[code], attr, `The value ${detail}.`);
}
