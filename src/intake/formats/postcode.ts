import validator from 'validator';
import { isCountry } from './country.js';

// The areas, districts and units Royal Mail uses (BS 7666), upper or lower case, with or without the space.
const BRITISH =
  /^(GIR ?0AA|([A-PR-UWYZ]([0-9]{1,2}|[A-HK-Y][0-9]([0-9]|[ABEHMNPRV-Y])?|[0-9][A-HJKPS-UW])) ?[0-9][ABD-HJLNP-UW-Z]{2})$/i;
/** Royal Mail's scheme reaches the Crown dependencies. */
const LIKE_BRITISH = new Set(['GB', 'GG', 'IM', 'JE']);
/** Where the scheme of a country is not known: letters, digits, and single spaces and hyphens between them. */
const ANY = /^[\p{L}\p{N}]+([ -][\p{L}\p{N}]+)*$/u;

const schemes = new Set<string>(validator.isPostalCodeLocales);

/** A postcode by the scheme of its country. In a country that does not exist nothing is one, or another: true. */
export function isPostcodeOf(country: string, text: string): boolean {
  if (!isCountry(country)) return true;
  if (LIKE_BRITISH.has(country)) return BRITISH.test(text);
  return isKnownScheme(country) ? validator.isPostalCode(text, country) : ANY.test(text);
}

function isKnownScheme(country: string): country is validator.PostalCodeLocale {
  return schemes.has(country);
}
