import type { FieldError } from '../errors.js';

/**
 * Every code a fault at a field can have, with what it says to a person. Codes are stable: clients branch on them.
 * `docs/errors.md` lists the same codes, and a test holds the two together.
 */
export const fieldCodes = {
  required: 'This field is required.',
  unknown_field: 'This field is not known here.',
  null_not_allowed: 'null is not allowed; leave the field out instead.',
  invalid_type: 'The value has the wrong JSON type.',
  invalid_choice: 'The value is not one of those allowed.',
  blank: 'The text is empty.',
  too_long: 'The text is too long.',
  too_few_items: 'The list has too few items.',
  too_many_items: 'The list has too many items.',
  empty_object: 'The object names nothing.',
  out_of_range: 'The number is out of range.',
  not_whole_number: 'The number must be whole.',
  invalid_characters: 'The text has control characters.',
  invalid_phone_number: 'This is not a phone number. Numbers without a country code are read as British.',
  invalid_email: 'This is not an e-mail address.',
  invalid_postcode: 'This is not a postcode of its country, which is GB where none is given.',
  invalid_country: 'This is not a country code of ISO 3166-1, two capital letters.',
  invalid_date: 'This is not a date that exists, written YYYY-MM-DD.',
  invalid_datetime: 'This is not a time that exists, written YYYY-MM-DDTHH:MM:SSZ.',
  invalid_language: 'This is not the tag of a language that exists, such as en or cy.',
  invalid_mpan: 'This is not an MPAN: 13 digits, the last a check digit over the others.',
  invalid_mprn: 'This is not an MPRN: 6 to 10 digits.',
  invalid_account_number:
    'An account number has letters, digits and hyphens, and begins with a letter or digit.',
  invalid_document_path: 'A document path begins with a slash and has only plain names between slashes.',
  invalid_root_location: 'A root location has plain names between slashes, and none at its ends.',
  invalid_name: 'A name has small letters, digits and hyphens, and begins with a letter or digit.',
  invalid_mpid: 'A market participant id has 3 or 4 capital letters and digits.',
  date_not_in_past: 'The date must be in the past.',
  valid_to_not_after_valid_from: 'valid_to must be after valid_from.',
  time_in_future: 'The time must not be in the future.',
  not_exactly_one: 'Exactly one of the fields of this object must be given.',
  duplicate_value: 'The same value occurs earlier in this list.',
  duplicate_key: 'The object has this key twice.',
  unknown_import_supplier: 'There is no import supplier of this name in your organisation.',
  import_supplier_not_ongoing: 'The import supplier is not ongoing.',
  external_identifier_conflict: 'Another payload was accepted under this identifier.',
  unknown_parameter: 'This call has no such query parameter.',
  repeated_parameter: 'The query parameter is given more than once.',
  invalid_parameter: 'The query parameter has a value this call does not take.',
  invalid_time: 'This is not a time that exists, written as RFC 3339 has it, e.g. 2026-01-31T12:00:00Z.',
  reserved_source: 'Sources that begin with headrace are this service itself.',
  reserved_event_type: 'Only this service publishes events of this type.',
  unknown_event_type: 'The catalogue has no such event type.',
  unknown_event_version: 'The event type has no such version.',
  account_of_another_organisation: 'The account belongs to another organisation.',
  event_id_conflict: 'Another event was published under this source and id.',
  more_errors: 'More faults were found than are listed.',
} as const;

export type FieldCode = keyof typeof fieldCodes;

/** A fault at `attr`; `detail` where it can say more than the code does. */
export function fault(code: FieldCode, attr: string, detail: string = fieldCodes[code]): FieldError {
  return { detail, code, attr };
}
