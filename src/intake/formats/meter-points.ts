const MPAN_WEIGHTS = [3, 5, 7, 13, 17, 19, 23, 29, 31, 37, 41, 43];

/** Check digit of an MPAN's first twelve digits: weighted, summed, modulo 11, modulo 10 (MRA, Master Registration Agreement). */
export function mpanCheckDigit(twelveDigits: string): number {
  let sum = 0;
  MPAN_WEIGHTS.forEach((weight, i) => {
    sum += weight * Number(twelveDigits[i]);
  });
  return (sum % 11) % 10;
}

/** An electricity meter point: 13 digits, the last the check digit of the others. */
export function isMpan(text: string): boolean {
  return /^\d{13}$/.test(text) && mpanCheckDigit(text) === Number(text[12]);
}

/** A gas meter point: 6 to 10 digits. */
export function isMprn(text: string): boolean {
  return /^\d{6,10}$/.test(text);
}
