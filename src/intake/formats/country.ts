import validator from 'validator';

/** ISO 3166-1 alpha-2, capital letters. */
export function isCountry(text: string): boolean {
  return /^[A-Z]{2}$/.test(text) && validator.isISO31661Alpha2(text);
}
