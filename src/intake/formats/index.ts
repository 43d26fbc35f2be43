import type { FieldCode } from '../codes.js';
import { isCountry } from './country.js';
import { isDate, isInstant } from './date.js';
import { isDocumentPath, isRootLocation } from './document-path.js';
import { isLanguage } from './language.js';
import { isPhoneNumber } from './phone.js';
import { isAccountNumber, isEmail, isIdentifier, isLine, isMpid, isName, isProse } from './text.js';

interface Format {
  readonly code: FieldCode;
  readonly test: (text: string) => boolean;
}

/** Formats that schemas name, and the code of a text that does not keep to one. */
export const formats = {
  line: { code: 'invalid_characters', test: isLine },
  prose: { code: 'invalid_characters', test: isProse },
  identifier: { code: 'invalid_characters', test: isIdentifier },
  'phone-number': { code: 'invalid_phone_number', test: isPhoneNumber },
  'email-address': { code: 'invalid_email', test: isEmail },
  country: { code: 'invalid_country', test: isCountry },
  day: { code: 'invalid_date', test: isDate },
  instant: { code: 'invalid_datetime', test: isInstant },
  language: { code: 'invalid_language', test: isLanguage },
  'account-number': { code: 'invalid_account_number', test: isAccountNumber },
  'document-path': { code: 'invalid_document_path', test: isDocumentPath },
  'root-location': { code: 'invalid_root_location', test: isRootLocation },
  name: { code: 'invalid_name', test: isName },
  mpid: { code: 'invalid_mpid', test: isMpid },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}
