const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** `YYYY-MM-DD` of a day that exists in the Gregorian calendar, from year 1 on. */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** `YYYY-MM-DDTHH:MM:SSZ` of a second that exists. */
export function isInstant(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(text.slice(10));
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
