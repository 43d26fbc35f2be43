const DAY_MS = 86_400_000;

/** A day as `YYYY-MM-DD`, in UTC, so many days from when it is asked. */
export const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
