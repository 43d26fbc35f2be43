import numberingPlans from 'libphonenumber-js/metadata.min.json';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

// Ofcom keeps these numbers for examples and drama; numbering plans have them as unassigned, test systems as real.
const RESERVED_FOR_EXAMPLES = /^\+44(7700900|1632960)\d{3}$/;

// A parse takes 90 µs. Retries and re-imports bring the same numbers again; 50,000 of them take about 5 MB.
const CACHE_SIZE_MAX = 50_000;
const known = new Map<string, boolean>();

/** A phone number that exists in its country's numbering plan; without a country code it is read as British. */
export function isPhoneNumber(text: string): boolean {
  if (isPlainlyBritish(text)) return true;
  const cached = known.get(text);
  if (cached !== undefined) return cached;
  const number = parsePhoneNumberFromString(text, { defaultCountry: 'GB', extract: false });
  const valid = number !== undefined && (number.isValid() || RESERVED_FOR_EXAMPLES.test(number.number));
  if (known.size >= CACHE_SIZE_MAX) known.clear();
  known.set(text, valid);
  return valid;
}

// Most numbers are British and written plainly. These need the library's patterns for landlines and mobiles, which its
// metadata has in these places, and not its search among all countries and forms: 0.2 µs.
const TYPES = 11;
const [[LANDLINE], [MOBILE]] = numberingPlans.countries.GB?.[TYPES] ?? [];
const PLAIN = /^(?:\+44 ?|0)([12357][\d ]{8,13})$/;
const VALID = new RegExp(`^(?:${LANDLINE}|${MOBILE})$`);

/** A landline or mobile number as the British write it. False says nothing. */
function isPlainlyBritish(text: string): boolean {
  const national = PLAIN.exec(text)?.[1]?.replaceAll(' ', '');
  return national !== undefined && VALID.test(national);
}
